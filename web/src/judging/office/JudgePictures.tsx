import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureSentence } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { upload, type Upload } from '../../api/upload.ts'
import { callQuery } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileField } from '../../ui/FileField.tsx'
import type { JudgeLine } from './JudgeDialog.tsx'
import styles from './Scores.module.css'

type PictureKind = 'headshot' | 'signature'
const kinds = {
  headshot: { label: 'Photo', help: 'JPG, PNG or WebP, at most 10 MB. It is cut to a square.' },
  signature: { label: 'Signature', help: 'JPG, PNG or WebP, at most 10 MB, dark on white.' },
} as const
const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The photo and the signature of a judge: put, exchanged, taken away. */
export function JudgePictures({ judge, onClose }: { judge: JudgeLine; onClose: () => void }) {
  return (
    <Dialog opened title={`Pictures of ${judge.name}`} onCancel={onClose} width={520}>
      {(['headshot', 'signature'] as const).map((kind) => (
        <Picture key={kind} judge={judge} kind={kind} />
      ))}
    </Dialog>
  )
}

function Picture({ judge, kind }: { judge: JudgeLine; kind: PictureKind }) {
  const queries = useQueryClient()
  const [travelling, setTravelling] = useState<Upload | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const { label, help } = kinds[kind]
  const address = judge[kind]

  async function save(url: string | null) {
    const answer = await call('PUT /v1/office/judges/{id}/picture', { params: { id: judge.id }, body: { kind, url } })
    queries.setQueryData(callQuery('GET /v1/office/judges', {}).queryKey, answer)
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
      const query = { kind, type, size: file.size }
      const place = await call('GET /v1/office/judges/{id}/picture', { params: { id: judge.id }, query })
      setProgress(0)
      const headers = { 'content-type': type }
      const underway = upload({ url: place.signedRequest, file, headers, onProgress: setProgress })
      setTravelling(underway)
      await underway.done
      await save(place.url)
    })

  return (
    <section className={styles['picture']} aria-label={label}>
      {address && (
        <>
          <img src={address} alt={`${label} of ${judge.name}`} data-kind={kind} />
          <Button variant="default" size="compact-md" onClick={() => void attempt(() => save(null))}>
            Delete the {label.toLowerCase()}
          </Button>
        </>
      )}
      <FileField
        label={address ? `Another ${label.toLowerCase()}` : label}
        accept={imageTypes.join()}
        help={help}
        error={error}
        onFile={(file) => void send(file)}
        progress={progress}
        onCancel={() => travelling?.cancel()}
      />
    </section>
  )
}
