import { Button } from '@mantine/core'
import type { RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { lazy, Suspense, useState } from 'react'
import { confirm } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toasts.ts'
import { removalWords, type CompetitionProps } from './competition.ts'

const ChangeSeveral = lazy(() => import('./ChangeSeveral.tsx').then((file) => ({ default: file.ChangeSeveral })))

type SelectedToolsProps = CompetitionProps & { routines: readonly RegistrationRoutine[]; onDone: () => void }

/** Bulk actions on the selected routines: change or remove, in one call. */
export function SelectedTools({ routines, onDone, ...props }: SelectedToolsProps) {
  const [changing, setChanging] = useState<readonly number[]>()
  const ids = routines.flatMap(({ id }) => id ?? [])
  const count = routines.length

  async function remove() {
    const removed = await confirm({
      title: 'Are you sure?',
      message: removalWords(routines, props.registration, props.facts),
      yes: count === 1 ? 'Yes, remove it' : 'Yes, remove them',
      no: count === 1 ? 'No, I want to keep it' : 'No, I want to keep them',
      consequence: 'loss',
      act: () => props.acts.removeRoutines(ids),
    })
    if (!removed) return
    toast(count === 1 ? 'Routine removed' : `${count} routines removed`)
    onDone()
  }

  return (
    <>
      <Button size="sm" variant="default" onClick={() => setChanging(ids)}>
        Change {count}…
      </Button>
      <Button size="sm" variant="default" onClick={() => void remove()}>
        Remove {count}
      </Button>
      {changing && (
        <Suspense fallback={null}>
          <ChangeSeveral
            {...props}
            ids={changing}
            onClose={() => setChanging(undefined)}
            onDone={() => {
              setChanging(undefined)
              onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
