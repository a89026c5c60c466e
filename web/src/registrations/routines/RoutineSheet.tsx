import { Drawer } from '@mantine/core'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { useRef, useState } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { useCloseOnBack } from '../../ui/router/page-history.ts'
import { usePhone } from '../../ui/clock.ts'
import { confirm, useIsAsking } from '../../ui/dialogs.ts'
import { useReturnFocus, plainHeader } from '../../ui/focus-return.ts'
import { toast } from '../../ui/toasts.ts'
import type { CompetitionActs, CompetitionWay, RosterName } from './competition.ts'
import { clearDraft, storeDraft, emptyRoutine } from './draft-storage.ts'
import { RoutineForm } from './RoutineForm.tsx'
import styles from './RoutineSheet.module.css'

type RoutineSheetProps = {
  start: RoutineDraft
  /** `start` was typed earlier: it is asked before it is lost. */
  isUnsaved?: boolean
  registration: Registration
  facts: Facts
  roster: readonly RosterName[]
  acts: Pick<CompetitionActs, 'saveRoutine'>
  go: (to: CompetitionWay) => void
  onClose: () => void
}

/** The form of one routine beside the list, on a phone in its place. Leaving it with something typed is asked first. */
export function RoutineSheet({
  start,
  isUnsaved = false,
  registration,
  facts,
  roster,
  acts,
  go,
  onClose,
}: RoutineSheetProps) {
  const phone = usePhone()
  const [form, setForm] = useState(start)
  const touched = useRef<RoutineDraft>(isUnsaved ? start : undefined)
  const asking = useIsAsking()

  async function leave() {
    const leaves =
      touched.current === undefined ||
      (await confirm({
        title: 'Leave this routine unsaved?',
        message: 'What you typed will be lost.',
        yes: 'Leave it',
        no: 'Keep editing',
        consequence: 'loss',
      }))
    if (!leaves) return
    clearDraft(registration.id)
    onClose()
  }

  useCloseOnBack(true, () => void leave())
  useReturnFocus(true)
  return (
    <Drawer
      opened
      onClose={() => void leave()}
      title={
        form.id !== null ? start.name : form.status === 'waiting' ? 'A routine for the waiting list' : 'New routine'
      }
      position="right"
      size={phone ? '100%' : 720}
      padding={phone ? 'md' : 'lg'}
      transitionProps={{ transition: 'fade-left', duration: 160 }}
      attributes={plainHeader}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: styles['body'] ?? '', content: styles['content'] ?? '' }}
      // A question on top answers its own Escape.
      closeOnEscape={!asking}
    >
      <ErrorBoundary what="This routine" onRetry={() => setForm(touched.current ?? form)}>
        <RoutineForm
          key={form._temp_id ?? form.id}
          start={form}
          registration={registration}
          facts={facts}
          roster={roster}
          save={acts.saveRoutine}
          go={(to) => {
            // The way leads back: what was typed waits in the list.
            storeDraft(registration.id, touched.current ?? form)
            onClose()
            go(to)
          }}
          onTouched={(draft) => {
            touched.current = draft
            storeDraft(registration.id, draft)
          }}
          onCancel={() => void leave()}
          onSaved={(another, waits) => {
            const last = touched.current ?? form
            touched.current = undefined
            clearDraft(registration.id)
            if (form.id !== null) toast('Routine saved')
            else toast(waits ? 'You are on the waiting list' : 'Routine added')
            // The next routine is most often of the same division and choreographer.
            const { performance_division_id, choreographer } = last
            if (another) setForm({ ...emptyRoutine(), status: form.status, performance_division_id, choreographer })
            else onClose()
          }}
        />
      </ErrorBoundary>
    </Drawer>
  )
}
