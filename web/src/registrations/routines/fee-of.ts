import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { Facts, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { routineFee } from '@callboard/domain/registrations/routines/routine-fee.ts'

/** Returns the current fee of a routine, computed by the rule of the bill. */
export const feeOf = (
  routine: RegistrationRoutine,
  { routine_categories, settings }: Pick<Facts, 'routine_categories' | 'settings'>,
): Cents =>
  routineFee(
    { ...routine, dancers: routine.attendees.length },
    routine_categories.find(({ category_id }) => category_id === routine.routine_category.category_id),
    settings,
  )
