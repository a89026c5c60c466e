import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { failureSentence } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { upload, type Upload } from '../../api/upload.ts'
import { callQuery } from '../../api/use-call.ts'
import { FileField } from '../../ui/FileField.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import logoStyles from './EventLogo.module.css'

type EventRecord = Reply<'GET /v1/office/events'>['rows'][number]

const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
const help = 'JPG, PNG or WebP, at most 10 MB. It is shown on white, in pages, mails and PDFs of this event.'

/** The logo of a brand: put, exchanged, taken away. It is saved at once. */
export function EventLogo({ event, readOnly }: { event: EventRecord; readOnly: boolean }) {
  const queries = useQueryClient()
  const [travelling, setTravelling] = useState<Upload | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const { id, name, logo } = event

  async function save(url: string | null) {
    await call('PUT /v1/office/events/{id}/logo', { params: { id }, body: { url } })
    await queries.invalidateQueries({ queryKey: callQuery('GET /v1/office/events', {}).queryKey })
  }
  async function attempt(act: () => Promise<void>) {
    setError(undefined)
    try {
      await act()
    } catch (failure) {
      if (!(failure instanceof ReplyError)) throw failure
      if (failure.code !== 'canceled') setError(failureSentence(failure))
    } finally {
      setProgress(null)
      setTravelling(null)
    }
  }
  const send = (file: File) =>
    attempt(async () => {
      const type = imageTypes.find((one) => one === file.type) ?? 'image/jpeg'
      const place = await call('GET /v1/office/events/{id}/logo', { params: { id }, query: { type, size: file.size } })
      setProgress(0)
      const headers = { 'content-type': type }
      const underway = upload({ url: place.signedRequest, file, headers, onProgress: setProgress })
      setTravelling(underway)
      await underway.done
      await save(place.url)
    })

  return (
    <Panel title="Logo">
      <div className={styles['stack']}>
        {logo ? (
          <div className={logoStyles['plate']}>
            <img src={logo} alt={`Logo of ${name}`} />
            {!readOnly && (
              <Button variant="default" size="compact-md" onClick={() => void attempt(() => save(null))}>
                Delete the logo
              </Button>
            )}
          </div>
        ) : (
          <p className={styles['second']}>No logo: pages show initials in the brand’s color.</p>
        )}
        {!readOnly && (
          <FileField
            label={logo ? 'Another logo' : 'Logo'}
            accept={imageTypes.join()}
            help={help}
            error={error}
            onFile={(file) => void send(file)}
            progress={progress}
            onCancel={() => travelling?.cancel()}
          />
        )}
      </div>
    </Panel>
  )
}
