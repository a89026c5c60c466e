import { importBody, planWords, rowState } from '@callboard/domain/roster/import/plan.ts'
import { Button } from '@mantine/core'
import type { Reply } from '../api/call.ts'
import { failureSentence } from '../api/failure.ts'
import { useAct } from '../api/use-call.ts'
import { useSession } from '../shell/session.ts'
import { StatusIcon } from '../ui/StatusBadge.tsx'
import { toast } from '../ui/toasts.ts'
import { useToday } from './roster-people.ts'
import type { Importing } from './use-import.ts'
import styles from './Import.module.css'

type ImportSaveProps = {
  importing: Importing
  /** One sheet, one key: a second click is the same import. */
  saveKey: string
  onSaved: (saved: Reply<'POST /v1/mybtf/roster/import'>) => void
}

/** Shows the counts of pending changes and the button that applies them. */
export function ImportSave({ importing, saveKey, onSaved }: ImportSaveProps) {
  const { rows, asksOrder, leaveOutUnready } = importing
  const today = useToday()
  const user = useSession()
  const save = useAct('POST /v1/mybtf/roster/import', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/roster'],
    onSuccess: (reply) => {
      toast('Roster Updated!')
      onSaved(reply)
    },
  })
  const states = rows.map(rowState)
  const unready = states.filter((state) => state === 'wrong' || state === 'asks').length
  const adding = states.filter((state) => state === 'add').length
  const completing = states.filter((state) => state === 'birthdate').length
  const blockedBy = asksOrder
    ? 'Choose above how to read the birthdates.'
    : unready > 0
      ? `${unready} ${unready === 1 ? 'row needs' : 'rows need'} your answer first.`
      : adding + completing === 0
        ? 'There is no one to add.'
        : undefined

  return (
    <section className={styles['save']} aria-label="Save the import">
      <output className={styles['counts']}>{planWords(rows).join(', ')}</output>
      {save.error && (
        <p className={styles['refused']} role="alert">
          <StatusIcon state="stop" /> {failureSentence(save.error)}
        </p>
      )}
      <div className={styles['saveActs']}>
        {blockedBy && <span className={styles['quiet']}>{blockedBy}</span>}
        {unready > 0 && (
          <Button variant="default" onClick={leaveOutUnready}>
            Leave {unready === 1 ? 'it' : `these ${unready}`} out
          </Button>
        )}
        <Button
          loading={save.isPending}
          disabled={blockedBy !== undefined}
          onClick={() =>
            save.mutate({
              body: { ...importBody(rows, today), ...(user && { mybtf_user_id: user.id }) },
              options: { key: saveKey },
            })
          }
        >
          {adding > 0 || completing === 0 ? `Add ${adding} ${adding === 1 ? 'person' : 'people'}` : 'Save birthdates'}
        </Button>
      </div>
    </section>
  )
}
