import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { useAct } from '../api/use-call.ts'
import { refreshed } from '../registrations/office/record.ts'
import { paths } from '../shell/paths.ts'
import { confirm } from '../ui/dialogs.ts'
import { Link } from '../ui/Link.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { toast } from '../ui/toasts.ts'
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
  const { mutateAsync: discard } = useAct('DELETE /v1/office/registrations/{id}/edit', { refreshes: refreshed })
  const desk = paths.officeAt(`registrations/${id}`)
  const ask = () =>
    confirm({
      title: 'Discard this edit?',
      message: 'Everything changed in it is lost. The registration stays as it was.',
      yes: 'Yes, discard it',
      no: 'No, keep editing',
      grave: true,
      act: () => discard({ params: { id } }),
    }).then((isConfirmed) => {
      if (!isConfirmed) return
      clearStep(id)
      forgetUnsaved(id)
      toast('Edit discarded')
      navigate(desk)
    })
  return (
    <div className={styles['banner']} role="note" inert={locked}>
      <StatusBadge state="standby">
        {`The office is editing this registration for ${fname} ${lname}. Nothing changes until you submit it.`}
      </StatusBadge>
      <span className={styles['acts']}>
        <Link to={desk}>Back to the office’s page</Link>
        <Button variant="default" size="sm" onClick={() => void ask()}>
          Discard edit
        </Button>
      </span>
    </div>
  )
}
