import { useLocation } from 'wouter'
import OfficeEditReview from '../registrations/office/OfficeEditReview.tsx'
import { paths } from '../shell/paths.ts'
import { forgetUnsaved } from './people-changes.ts'
import { StepPage } from './StepPage.tsx'
import { clearStep } from './step-storage.ts'
import { useStore } from './wizard-context.tsx'

/** The office looks at what its edit changes and costs, and submits it. OFF-020. */
export function OfficeReview() {
  const { id, flush } = useStore()
  const [, navigate] = useLocation()
  return (
    <StepPage
      name="review"
      title="Review"
      intro="What the edit changes. The studio gets one email with the changes, the total and your message."
      // The form has the only button.
      foot={<></>}
    >
      <OfficeEditReview
        id={id}
        flush={flush}
        onSubmitted={() => {
          clearStep(id)
          forgetUnsaved(id)
          navigate(paths.officeAt(`registrations/${id}`))
        }}
      />
    </StepPage>
  )
}
