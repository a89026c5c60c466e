import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { callQuery } from '../../api/use-call.ts'
import { usePictureUpload } from '../../api/use-picture-upload.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileField } from '../../ui/FileField.tsx'
import type { JudgeLine } from './JudgeDialog.tsx'
import styles from './Scores.module.css'

type PictureKind = 'headshot' | 'signature'
const kinds = {
  headshot: { label: 'Photo', help: 'JPG, PNG or WebP, at most 10 MB. It is cropped to a square.' },
  signature: { label: 'Signature', help: 'JPG, PNG or WebP, at most 10 MB, dark on white.' },
} as const

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
  const { label, help } = kinds[kind]
  const address = judge[kind]

  async function save(url: string | null) {
    const answer = await call('PUT /v1/office/judges/{id}/picture', { params: { id: judge.id }, body: { kind, url } })
    queries.setQueryData(callQuery('GET /v1/office/judges', {}).queryKey, answer)
  }
  const { remove, field } = usePictureUpload({
    openPlace: (file) =>
      call('GET /v1/office/judges/{id}/picture', { params: { id: judge.id }, query: { kind, ...file } }),
    save,
  })

  return (
    <section className={styles['picture']} aria-label={label}>
      {address && (
        <>
          <img src={address} alt={`${label} of ${judge.name}`} data-kind={kind} />
          <Button variant="default" size="compact-md" onClick={remove}>
            Delete the {label.toLowerCase()}
          </Button>
        </>
      )}
      <FileField label={address ? `Another ${label.toLowerCase()}` : label} help={help} {...field} />
    </section>
  )
}
