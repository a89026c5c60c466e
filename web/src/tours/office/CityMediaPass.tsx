import { uploadLimits } from '@callboard/domain/kernel/files.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { failureSentence } from '../../api/failure.ts'
import { upload, type Upload } from '../../api/upload.ts'
import { confirm } from '../../ui/dialogs.ts'
import { FileField } from '../../ui/FileField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'

type CityMediaPassProps = {
  id: number
  pass: Reply<'GET /v1/office/news'>['media_pass']
  onChanged: () => void
}

/** The PDF that everybody registered for a city is shown as their media pass. OFF-029. */
export function CityMediaPass({ id, pass, onChanged }: CityMediaPassProps) {
  const [uploading, setTravelling] = useState<{ percent: number; way: Upload } | null>(null)
  const [error, setError] = useState<string>()

  async function send(file: File) {
    setError(undefined)
    if (!file.name.toLowerCase().endsWith('.pdf')) return setError('Please choose a PDF.')
    if (file.size > uploadLimits.image) {
      return setError(explain({ code: 'file.too_large', field: 'file', kind: 'image' }))
    }
    try {
      const { signedRequest, url } = await call('GET /v1/office/media-pass-pdf', {
        query: { tour_date_id: id, size: file.size },
      })
      const way = upload({
        url: signedRequest,
        file,
        headers: { 'content-type': 'application/pdf' },
        onProgress: (percent) => setTravelling({ percent, way }),
      })
      setTravelling({ percent: 0, way })
      await way.done
      await call('PUT /v1/office/media-pass-pdf', { body: { tour_date_id: id, url, name: file.name.slice(-200) } })
      toast('Media pass uploaded')
      onChanged()
    } catch (failed) {
      setError(failureSentence(failed))
    } finally {
      setTravelling(null)
    }
  }

  const remove = () =>
    void confirm({
      title: 'Remove the media pass?',
      message: 'Registered studios will see that it is not ready yet.',
      yes: 'Yes, remove it',
      no: 'No, keep it',
      consequence: 'loss',
      act: () => call('DELETE /v1/office/media-pass-pdf', { query: { tour_date_id: id } }),
    }).then((isConfirmed) => {
      if (!isConfirmed) return
      toast('Media pass removed')
      onChanged()
    })

  return (
    <Panel
      title="Media pass"
      actions={
        pass && (
          <Button variant="subtle" size="sm" onClick={remove}>
            Remove
          </Button>
        )
      }
    >
      <p style={{ marginTop: 0 }}>
        {pass
          ? 'Everyone registered for this city finds it under “Media pass”.'
          : 'A PDF of up to 10MB. Everyone registered for this city finds it under “Media pass”.'}
      </p>
      <FileField
        label={pass ? 'Replace the PDF' : 'Add the PDF'}
        accept="application/pdf,.pdf"
        help="PDF, up to 10MB"
        error={error}
        onFile={(file) => void send(file)}
        progress={uploading?.percent ?? null}
        onCancel={() => uploading?.way.cancel()}
        fileName={pass?.name}
      />
    </Panel>
  )
}
