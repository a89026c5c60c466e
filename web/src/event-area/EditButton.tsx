import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { paths } from '../shell/paths.ts'
import { eventHostAddress } from './event-host-address.ts'
import styles from './EventArea.module.css'

/** Begins an edit and goes to the wizard with it; the server says when it is too early. EVT-008, EDIT-001, EDIT-006. */
export function EditButton({ id }: { id: number }) {
  const router = useRouter()
  const queries = useQueryClient()
  const goTo = (href: string) => void router.navigate({ href })
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
