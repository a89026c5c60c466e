import { useEffect, useRef, useState } from 'react'
import { failureSentence } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'
import { upload, type Upload } from '../api/upload.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FileField } from '../ui/FileField.tsx'
import { toast } from '../ui/toasts.ts'

type DonationProps = { registration_id: number; onSent: () => void; onClose: () => void }

const types = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'
const most = 10_485_760

/** The form of a donation to the scholarship fund, sent along with the registration. A95. */
export function ScholarshipDonation({ registration_id, onSent, onClose }: DonationProps) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const travelling = useRef<Upload>(undefined)
  useEffect(() => () => travelling.current?.cancel(), [])

  async function send(file: File) {
    setError(undefined)
    if (!types.split(',').includes(file.type)) {
      setError('Please choose a photo or a PDF of the form.')
      return
    }
    if (file.size > most) {
      setError('Please select an image file under 10MB to upload and try again.')
      return
    }
    const form = new FormData()
    form.set('registration_id', String(registration_id))
    form.set('file', file)
    setProgress(0)
    try {
      const url = '/v1/mybtf/registration/scholarship-donation'
      travelling.current = upload({ url, file: form, method: 'POST', onProgress: setProgress })
      await travelling.current.done
      travelling.current = undefined
      toast('Donation form uploaded')
      onSent()
    } catch (failure) {
      setProgress(null)
      if (failure instanceof ReplyError && failure.code === 'canceled') return
      setError(failureSentence(failure) ?? 'Something went wrong. Please try again.')
    }
  }

  return (
    <Dialog opened title="Scholarship donation" onCancel={onClose} width={520}>
      <FileField
        label="Donation form"
        accept={types}
        help="A photo (JPG, PNG, HEIC) or a PDF, at most 10MB."
        error={error}
        onFile={(file) => void send(file)}
        progress={progress}
        onCancel={() => travelling.current?.cancel()}
      />
    </Dialog>
  )
}
