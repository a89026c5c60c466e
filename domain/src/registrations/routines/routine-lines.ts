import { usd, type Cents } from '../../kernel/money.ts'
import type { QuoteLine } from '../pricing/line.ts'
import { reasonFields, type LineReason } from '../pricing/reason.ts'
import type { Facts, Registration, RegistrationRoutine } from '../registration.ts'
import type { RoutineCategory } from '../../tours/city.ts'
import { removedRoutines } from './removed-routines.ts'
import { routineFeeParts } from './routine-fee.ts'

/**
 * The price lines of a registration's routines, in cents, with reasons. Waiting routines are free for now. COMP-063,
 * COMP-064, FEE-008.
 */
export function routineLines(registration: Registration, facts: Facts): QuoteLine[] {
  const categories = new Map(facts.routine_categories.map((category) => [category.category_id, category]))
  const lines: QuoteLine[] = []
  // Writing an amount out costs more than all else here, and amounts repeat.
  const textByAmount = new Map<Cents, string>()
  const write = (amount: Cents) => {
    const text = textByAmount.get(amount) ?? usd(amount)
    textByAmount.set(amount, text)
    return text
  }

  for (const routine of registration.routines) {
    if (routine.status === 'registered') {
      addRoutine(lines, routine, categories.get(routine.routine_category.category_id), facts, write)
    }
  }
  for (const removed of removedRoutines(registration, facts)) {
    if (removed.fee === 0) continue
    lines.push({
      key: `removed_routine:${removed.routine}`,
      group: 'competition',
      kind: 'removed_routine',
      label: 'Removed routine',
      amount: removed.fee,
      ...reasonFields([
        removed.after_deadline
          ? ['removed_after_deadline', `Removed after the deadline, so its deposit of ${write(removed.fee)} is kept`]
          : [
              'removed_by_independent',
              `Removed by an independent registration, so its deposit of ${write(removed.fee)} is kept`,
            ],
      ]),
      person_id: null,
      routine: removed.routine,
    })
  }
  return lines
}

function addRoutine(
  lines: QuoteLine[],
  routine: RegistrationRoutine,
  category: RoutineCategory | undefined,
  { settings }: Facts,
  write: (amount: Cents) => string,
) {
  const dancers = routine.attendees.length
  const parts = routineFeeParts(routine, dancers, category, settings)
  const routineKey = routine.id ?? routine._temp_id
  const who = dancers === 1 ? '1 dancer' : `${dancers} dancers`
  const line = (kind: QuoteLine['kind'], label: string, amount: Cents, reason: LineReason): QuoteLine => ({
    key: `${kind}:${routineKey}`,
    group: 'competition',
    kind,
    label,
    amount,
    ...reasonFields([reason]),
    person_id: null,
    routine: routineKey,
  })

  lines.push(line('routine', routine.routine.name, parts.base, baseReason(routine, category, who, write)))
  if (parts.extra_time > 0) {
    const minutes = routine.extra_time === 1 ? '1 minute' : `${routine.extra_time} minutes`
    const why = `${minutes} × ${who} at ${write(settings.extra_time_fee)} per minute and dancer`
    lines.push(line('extra_time', `${routine.routine.name}: extra time`, parts.extra_time, ['extra_time', why]))
  }
  if (parts.video > 0) {
    const why = `Pre-qualifying by video: ${who} at ${write(settings.crew_showdown_video_fee)} each`
    lines.push(line('video_fee', `${routine.routine.name}: crew showdown video`, parts.video, ['video', why]))
  }
}

function baseReason(
  routine: RegistrationRoutine,
  category: RoutineCategory | undefined,
  who: string,
  write: (amount: Cents) => string,
): LineReason {
  if (routine.is_best_dancer) return ['routine_of_program', 'Comes with the program, at no charge']
  if (!category) return ['routine_without_dancers', 'Priced once it has dancers']
  if (routine.free_ballet) return ['routine_free', `${category.name}: the free routine of this registration`]
  return ['routine_fee', `${category.name}: ${who} at ${write(category.fee_per_dancer)} each`]
}
