import { namesIn } from '@callboard/domain/kernel/wording.ts'
import { routinesWithoutPlace } from '@callboard/domain/registrations/places/shortage.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { waitInstead } from '@callboard/domain/waiting-list/wait-instead.ts'
import { confirm } from '../../ui/dialogs.ts'

type Answer = 'no' | 'none wait' | { waitingIds: number[]; registration: Registration }

/**
 * Asks whether the routines without a place wait for one while the rest is submitted; returns the registration without
 * them. `none wait`: not every one of them can, so there is nothing to ask. A18.
 */
export async function askToWait(
  registration: Registration,
  facts: Facts,
  { message, toCompetition }: { message: string; toCompetition: () => void },
): Promise<Answer> {
  const lacking = routinesWithoutPlace(registration, facts)
  const waitingIds = lacking.flatMap(({ routine: { id }, joins }) => (id === null || joins === null ? [] : [id]))
  if (registration.completed || waitingIds.length === 0 || waitingIds.length < lacking.length) return 'none wait'
  const change = waitInstead(registration, waitingIds, facts)
  if (!change.ok) return 'none wait'
  const names = namesIn(lacking.map(({ routine }) => `“${routine.routine.name}”`))
  const keeps = lacking.length === 1 ? 'keeps' : 'keep'
  const joins = await confirm({
    title: 'Sorry!',
    message: `${message} On the waiting list ${names} ${keeps} everything you entered. Nothing is charged before a place is free and you accept it.`,
    yes: 'Join the waiting list and submit',
    no: 'Go to Competition',
    onNo: toCompetition,
    consequence: 'none',
  })
  return joins ? { waitingIds, registration: change.value } : 'no'
}
