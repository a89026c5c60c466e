import type { RoutineRefusal } from '@callboard/domain/registrations/routines/refusals.ts'
import { routineRefusalTitle } from '@callboard/domain/registrations/routines/refusals.ts'
import { failureWords } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { confirm, notice } from '../../ui/dialogs.ts'
import type { CompetitionWay } from './competition.ts'

export type Said = { code: string; message: string; field?: string | undefined }
type Go = (to: CompetitionWay) => void

/** Refusals that another step mends, and what its button says. COMP-049. */
const waysOut: Partial<Record<RoutineRefusal['code'], { title: string; yes: string; to: CompetitionWay }>> = {
  'routine.dancer_not_registered': { title: 'Not in the workshop yet', yes: 'Go to Workshop', to: 'dancers' },
  'routine.birthdate_missing': { title: 'No birthdate', yes: 'Go to Roster', to: 'roster' },
}

/** Says why a routine cannot be as asked: in a dialog titled 'Sorry!', or with the way to where it is mended. COMP-072, ERR-018. */
export async function sayRefusal({ code, message }: Said, go: Go): Promise<void> {
  // Any code may be looked up; one that is not in the table has no way out.
  const way = waysOut[code as RoutineRefusal['code']]
  if (!way) {
    await notice({ title: routineRefusalTitle, message })
    return
  }
  if (await confirm({ title: way.title, message, yes: way.yes, no: 'Cancel' })) go(way.to)
}

/** The same for what the server said; what is no refusal of a routine is said as any failure is. */
export async function sayReply(error: unknown, go: Go): Promise<Said> {
  if (error instanceof ReplyError && /^(routine|competition|waiting)\./.test(error.code)) {
    await sayRefusal(error, go)
    return error
  }
  const { title, message } = failureWords(error)
  await notice({ title, message })
  return { code: 'failed', message: `${message.replace(/[.!]*$/, '')}. Everything you typed is still here.` }
}
