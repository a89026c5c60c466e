import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { paths } from '../shell/paths.ts'
import styles from './EventArea.module.css'

/**
 * The address of an edit at its event's own host, when it is another than this page's; null: it goes on here. Only an
 * address of this very edit, under a host beside or below this one, is followed. EDIT-014, WIZ-028.
 */
export function eventHostAddress(event_url: string | null, id: number, here: Pick<Location, 'protocol' | 'hostname'>) {
  if (event_url === null || !URL.canParse(event_url)) return null
  const { protocol, hostname, pathname, search, hash, username } = new URL(event_url)
  if (protocol !== here.protocol || pathname !== `/registration/${id}` || search + hash + username !== '') return null
  if (hostname === here.hostname) return null
  const domain = hostname.slice(hostname.indexOf('.'))
  const isNear = domain.split('.').length > 2 && `.${here.hostname}`.endsWith(domain)
  return isNear ? event_url : null
}

/** Begins an edit and goes to the wizard with it; the server says when it is too early. EVT-008, EDIT-001, EDIT-006. */
export function EditButton({ id }: { id: number }) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const goTo = (href: string) => navigate(href)
  const edit = useMutation({
    mutationFn: () => call('GET /v1/dance360/registrations/{id}/edit', { params: { id } }),
    onSuccess: ({ event_url }) => {
      const away = eventHostAddress(event_url, id, window.location)
      if (away !== null) {
        window.location.assign(away)
        return
      }
      void queries.invalidateQueries({ queryKey: ['GET /v1/dance360/registrations/{id}'] })
      goTo(paths.registration(id))
    },
    onError: (error) => void showFailure(error, goTo),
    networkMode: 'always',
  })
  return (
    <button type="button" className={styles['cell']} disabled={edit.isPending} onClick={() => edit.mutate()}>
      <IconPencil className="icon" aria-hidden />
      EDIT
    </button>
  )
}
