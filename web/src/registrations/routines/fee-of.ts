import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { Facts, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { routineFee } from '@callboard/domain/registrations/routines/routine-fee.ts'

/** What the rule says of a routine's fee now, as the bill does. */
export const feeOf = (
  routine: RegistrationRoutine,
  { routine_categories, settings }: Pick<Facts, 'routine_categories' | 'settings'>,
): Cents =>
  routineFee(
    { ...routine, dancers: routine.attendees.length },
    routine_categories.find(({ category_id }) => category_id === routine.routine_category.category_id),
    settings,
  )
