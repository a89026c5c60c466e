import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { paths } from '../shell/paths.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { DiscardEdit } from '../registrations/DiscardEdit.tsx'
import { clearStep } from './step-storage.ts'
import { forgetUnsaved } from './people-changes.ts'
import { useStore, useWizard } from './wizard-context.tsx'
import styles from './EditBanner.module.css'

/** Over every step while a completed registration is edited. EDIT-003, EDIT-016. */
export function EditBanner() {
  const store = useStore()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const locked = useWizard((state) => state.locked)

  function discarded() {
    clearStep(store.id)
    forgetUnsaved(store.id)
    void queries.invalidateQueries({ queryKey: ['GET /v1/dance360/registrations/{id}'] })
    navigate(paths.event(store.id, 'overview'))
  }
  return (
    <div className={styles['banner']} role="note" inert={locked}>
      <StatusBadge state="standby">
        You are editing a completed registration. Nothing changes until you submit it.
      </StatusBadge>
      <DiscardEdit id={store.id} onDiscarded={discarded} />
    </div>
  )
}
