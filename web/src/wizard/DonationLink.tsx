import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Panel } from '../ui/Panel.tsx'
import { useStore, useWizard } from './wizard-context.tsx'

const ScholarshipDonation = lazy(() =>
  import('../registrations/review/ScholarshipDonation.tsx').then((file) => ({ default: file.ScholarshipDonation })),
)

/** Uploads the donation form for the scholarship fund, in the review of nationals. A95. */
export function DonationLink() {
  const store = useStore()
  const donationForm = useWizard(({ record }) => record.scholarship_donation)
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title="Scholarship donation"
      actions={
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {donationForm ? 'Replace donation form' : 'Upload donation form'}
        </Button>
      }
    >
      <p className="sentence">
        {donationForm
          ? `${donationForm.name} goes to the office with this registration.`
          : 'Are you giving to the scholarship fund? Send the form along with this registration.'}
      </p>
      {open && (
        <Suspense fallback={null}>
          <ScholarshipDonation
            registration_id={store.id}
            onClose={() => setOpen(false)}
            onSent={() => {
              setOpen(false)
              void store.reload()
            }}
          />
        </Suspense>
      )}
    </Panel>
  )
}
