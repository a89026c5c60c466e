import { type RoutineRefusal, routineRefusalTitle } from '@callboard/domain/registrations/routines/refusals.ts'
import { failureWords, noticeFailure } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { confirm, notice } from '../../ui/dialogs.ts'
import type { CompetitionWay } from './competition.ts'

export type RefusalMessage = { code: string; message: string; field?: string | undefined }

type Navigate = (to: CompetitionWay) => void

/** Refusals that are corrected in another step, and the button that leads there. COMP-049. */
const waysOut: Partial<Record<RoutineRefusal['code'], { title: string; yes: string; to: CompetitionWay }>> = {
  'routine.dancer_not_registered': { title: 'Not in the workshop yet', yes: 'Go to Workshop', to: 'dancers' },
  'routine.birthdate_missing': { title: 'No birthdate', yes: 'Go to Roster', to: 'roster' },
}

/** Shows a refusal in a dialog titled 'Sorry!', or with a button that leads to the step that corrects it. COMP-072, ERR-018. */
export async function showRefusal({ code, message }: RefusalMessage, go: Navigate): Promise<void> {
  // The cast: a code that is not in the table is undefined.
  const way = waysOut[code as RoutineRefusal['code']]
  if (!way) {
    await notice({ title: routineRefusalTitle, message })
    return
  }
  if (await confirm({ title: way.title, message, yes: way.yes, no: 'Cancel', consequence: 'none' })) go(way.to)
}

/** Shows the refusal of a reply; an error that is no routine refusal is shown as a general failure. */
export async function showReplyError(error: unknown, go: Navigate): Promise<RefusalMessage> {
  if (error instanceof ReplyError && /^(routine|competition|waiting)\./.test(error.code)) {
    await showRefusal(error, go)
    return error
  }
  const { title, message } = failureWords(error)
  await noticeFailure(error, { title, message })
  return { code: 'failed', message: `${message.replace(/[.!]*$/, '')}. Everything you typed is still here.` }
}
