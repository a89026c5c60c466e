import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { callQuery } from '../../api/use-call.ts'
import { usePictureUpload } from '../../api/use-picture-upload.ts'
import { FileField } from '../../ui/FileField.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import logoStyles from './EventLogo.module.css'

type EventRecord = Reply<'GET /v1/office/events'>['rows'][number]

const help = 'JPG, PNG or WebP, at most 10 MB. It is shown on white, in pages, emails and PDFs of this event.'

/** The logo of a brand: put, exchanged, taken away. It is saved at once. */
export function EventLogo({ event, readOnly }: { event: EventRecord; readOnly: boolean }) {
  const queries = useQueryClient()
  const { id, name, logo } = event

  async function save(url: string | null) {
    await call('PUT /v1/office/events/{id}/logo', { params: { id }, body: { url } })
    await queries.invalidateQueries({ queryKey: callQuery('GET /v1/office/events', {}).queryKey })
  }
  const { remove, field } = usePictureUpload({
    openPlace: (file) => call('GET /v1/office/events/{id}/logo', { params: { id }, query: file }),
    save,
  })

  return (
    <Panel title="Logo">
      <div className={styles['stack']}>
        {logo ? (
          <div className={logoStyles['plate']}>
            <img src={logo} alt={`Logo of ${name}`} />
            {!readOnly && (
              <Button variant="default" size="compact-md" onClick={remove}>
                Delete the logo
              </Button>
            )}
          </div>
        ) : (
          <p className={styles['second']}>No logo: pages show initials in the brand’s color.</p>
        )}
        {!readOnly && <FileField label={logo ? 'Another logo' : 'Logo'} help={help} {...field} />}
      </div>
    </Panel>
  )
}
