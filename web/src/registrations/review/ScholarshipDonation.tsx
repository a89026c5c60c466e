import { usePaperUpload } from '../../api/use-paper-upload.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { toast } from '../../ui/toasts.ts'

type DonationProps = { registration_id: number; onSent: () => void; onClose: () => void }

/** The form of a donation to the scholarship fund, sent along with the registration. A95. */
export function ScholarshipDonation({ registration_id, onSent, onClose }: DonationProps) {
  const paper = usePaperUpload({
    what: 'the form',
    send: async (file, travel) => {
      const form = new FormData()
      form.set('registration_id', String(registration_id))
      form.set('file', file)
      await travel({ url: '/v1/mybtf/registration/scholarship-donation', file: form, method: 'POST' })
      toast('Donation form uploaded')
      onSent()
    },
  })
  return (
    <Dialog opened title="Scholarship donation" onCancel={onClose} width={520}>
      <FileField label="Donation form" {...paper} />
    </Dialog>
  )
}
