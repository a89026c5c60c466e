import { useLocation } from 'wouter'
import { DiscardButton } from '../registrations/DiscardEdit.tsx'
import { useDiscardOfficeEdit } from '../registrations/office/record.ts'
import { paths } from '../shell/paths.ts'
import { Link } from '../ui/Link.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './EditBanner.module.css'
import { forgetUnsaved } from './people-changes.ts'
import { clearStep } from './step-storage.ts'
import { useStore, useWizard } from './wizard-context.tsx'

/** Over every step while the office edits a registration for its owner. OFF-020. */
export function OfficeEditBanner() {
  const { id } = useStore()
  const [, navigate] = useLocation()
  const { fname, lname } = useWizard(({ record }) => record.mybtf_user)
  const locked = useWizard((state) => state.locked)
  const discard = useDiscardOfficeEdit()
  const desk = paths.officeAt(`registrations/${id}`)
  function leave() {
    clearStep(id)
    forgetUnsaved(id)
    navigate(desk)
  }
  return (
    <div className={styles['banner']} role="note" inert={locked}>
      <StatusBadge state="standby">
        {`The office is editing this registration for ${fname} ${lname}. Nothing changes until you submit it.`}
      </StatusBadge>
      <span className={styles['acts']}>
        <Link to={desk}>Back to the office’s page</Link>
        <DiscardButton
          title="Discard this edit?"
          message="Everything changed in it is lost. The registration stays as it was."
          discard={() => discard({ params: { id } })}
          onDiscarded={leave}
        />
      </span>
    </div>
  )
}
