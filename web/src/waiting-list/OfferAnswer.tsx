import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Waiting, WaitingEntry } from './use-waiting.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import styles from './WaitingEntries.module.css'

type OfferAnswerProps = Pick<Waiting, 'pending' | 'accept' | 'decline'> & { entry: WaitingEntry }

/** The answer to an offer: all of it, none of it, or only some of its routines. A18. */
export function OfferAnswer({ entry, pending, accept, decline }: OfferAnswerProps) {
  const [dropped, setDropped] = useState<readonly number[]>([])
  const { routines } = entry
  const acceptedRoutines = routines.filter(({ id }) => !dropped.includes(id))
  const some = acceptedRoutines.length < routines.length
  return (
    <>
      {routines.length > 1 && (
        <fieldset className={styles['parts']}>
          <legend>Which places do you accept?</legend>
          {routines.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={!dropped.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setDropped(checked ? dropped.filter((one) => one !== id) : [...dropped, id])
              }
            />
          ))}
          {some && <p>Places you do not accept go to the next in line. You can join again.</p>}
        </fieldset>
      )}
      <div className={styles['acts']}>
        <Button
          size="sm"
          loading={pending}
          disabled={acceptedRoutines.length === 0 && some}
          onClick={() => accept(entry, acceptedRoutines)}
        >
          {some ? `Accept ${acceptedRoutines.length} of ${routines.length}` : 'Accept'}
        </Button>
        <Button size="sm" variant="default" disabled={pending} onClick={() => decline(entry)}>
          Decline
        </Button>
      </div>
    </>
  )
}
