import { Button } from '@mantine/core'
import { placeText } from '@callboard/domain/waiting-list/queue.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { DateTime } from '../ui/Day.tsx'
import { moneyText } from '../ui/Money.tsx'
import { OfferAnswer } from './OfferAnswer.tsx'
import { namesOf, type Waiting, type WaitingEntry } from './use-waiting.ts'
import styles from './WaitingEntries.module.css'

type WaitingEntriesProps = {
  waiting: Waiting
  zone: string
  /** Waiting routines that stand in no line: an offer was declined or has run out. */
  routinesOutside?: readonly { id: number; name: string }[]
  /** Entries that wait alone may be put together. */
  bundles?: boolean
  /** In a step of the wizard: only its own. The event area shows all. */
  only?: 'routines' | 'people'
  /** Whether an answer leads to a registration that must still be completed. */
  completed: boolean
}

/** Where each entry stands in line, and the offers that wait for an answer. A18. */
export function WaitingEntries({
  waiting,
  zone,
  routinesOutside = [],
  bundles = false,
  completed,
  only,
}: WaitingEntriesProps) {
  const { list, error, retry, pending, accept, decline, leave, joinAgain } = waiting
  if (error) return <LoadError error={error} onRetry={retry} />
  if (!list) return null
  // Entries that belong to a routine are shown with the routines.
  const isShown = ({ routines }: WaitingEntry) => !only || (only === 'routines') === routines.length > 0
  const visibleEntries = list.entries.filter(isShown)
  if (visibleEntries.length + routinesOutside.length === 0) return null
  const alone = list.entries.filter(({ state, routines }) => state === 'waiting' && routines.length === 1)
  const ids = alone.flatMap(({ routines }) => routines.map(({ id }) => id))
  return (
    <div className={styles['entries']}>
      <ul className={styles['list']}>
        {visibleEntries.map((entry) => (
          <li key={entry.id} className={styles['entry']} data-state={entry.state}>
            <div className={styles['words']}>
              <div className={styles['names']}>
                <strong>{namesOf(entry)}</strong>
                {entry.people.length > 0 && <span className={styles['level']}> {levelsOf(entry)}</span>}
              </div>
              <Standing entry={entry} zone={zone} completed={completed} />
            </div>
            {entry.state === 'offered' && (
              <OfferAnswer entry={entry} pending={pending} accept={accept} decline={decline} />
            )}
            {entry.state === 'waiting' && (
              <div className={styles['acts']}>
                <Button
                  size="sm"
                  variant="subtle"
                  c="var(--quiet)"
                  disabled={pending}
                  onClick={() => leave(entry)}
                  aria-label={`Leave the waiting list with ${namesOf(entry)}`}
                >
                  Leave
                </Button>
              </div>
            )}
          </li>
        ))}
        {routinesOutside.map(({ id, name }) => (
          <li key={`outside-${id}`} className={styles['entry']}>
            <div className={styles['words']}>
              <div className={styles['names']}>
                <strong>{name}</strong>
              </div>
              <StatusBadge state="idle">No longer waiting</StatusBadge>
            </div>
            {list.open && (
              <div className={styles['acts']}>
                <Button size="sm" variant="default" disabled={pending} onClick={() => joinAgain([id])}>
                  Join again
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {bundles && list.open && alone.length > 1 && (
        <div className={styles['bundle']}>
          <p>Do these belong together? As a bundle they get in all at once, and wait behind everyone now in line.</p>
          <div className={styles['acts']}>
            <Button size="sm" variant="default" disabled={pending} onClick={() => joinAgain(ids)}>
              All or none
            </Button>
            <Button size="sm" variant="default" disabled={pending} onClick={() => joinAgain(ids, true)}>
              Together, or as many as fit
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** The levels its people wait for, each once. */
const levelsOf = ({ people }: WaitingEntry): string => [...new Set(people.map(({ level }) => level))].join(', ')

type StandingProps = { entry: WaitingEntry; zone: string; completed: boolean }

function Standing({ entry, zone, completed }: StandingProps) {
  const { state, place, why, offer_ends, takes_part, routines, people } = entry
  const many = routines.length + people.length > 1
  if (state === 'offered' && offer_ends) {
    return (
      <>
        <StatusBadge state="standby">{many ? 'Places are free for you' : 'A place is free for you'}</StatusBadge>
        <span className={styles['quiet']}>
          Kept until <DateTime at={offer_ends} zone={zone} />.{' '}
          {!completed && 'Accept it, then complete your registration by then.'}
          {completed && (entry.fee ? `Accepting adds ${moneyText(entry.fee)} to your bill.` : 'Accepting adds no fee.')}
        </span>
      </>
    )
  }
  if (state === 'accepted' && offer_ends) {
    return (
      <>
        <StatusBadge state="done">Accepted</StatusBadge>
        <span className={styles['quiet']}>
          Complete your registration by <DateTime at={offer_ends} zone={zone} />, or the place goes to the next in line.
        </span>
      </>
    )
  }
  return (
    <>
      <StatusBadge state="standby">{placeText(place)}</StatusBadge>
      <span className={styles['quiet']}>
        {why} {many && takes_part && 'As many as fit are offered first.'}
      </span>
    </>
  )
}
