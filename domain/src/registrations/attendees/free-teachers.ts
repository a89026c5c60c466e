import type { ProductSettings } from '../../tours/settings/registry.ts'
import type { Event } from '../../tours/city.ts'

type Rule = Event['free_teacher_rule']
type Step = { above: number; teachers: number }

const regional: readonly Step[] = [
  { above: 4, teachers: 1 },
  { above: 20, teachers: 2 },
  { above: 39, teachers: 3 },
  { above: 59, teachers: 4 },
]

const steps: Record<Exclude<Rule, 'per_ten'>, readonly Step[]> = {
  tier_regional: regional,
  tier_nationals: [...regional, { above: 79, teachers: 6 }],
}

/** How many teachers come free with so many paying dancers. ATT-042 to ATT-045, A11, A111. */
export function freeTeachers(rule: Rule, paying: number): number {
  if (rule === 'per_ten') return Math.floor(paying / 10)
  return steps[rule].findLast(({ above }) => paying > above)?.teachers ?? 0
}

/** How many more paying dancers the next free teacher takes, and how many teachers it brings; null at the top. ATT-076. */
export function nextFreeTeacher(rule: Rule, paying: number): { dancers: number; teachers: number } | null {
  if (rule === 'per_ten') return { dancers: 10 - (paying % 10), teachers: 1 }
  const next = steps[rule].find(({ above }) => paying <= above)
  return next ? { dancers: next.above + 1 - paying, teachers: next.teachers - freeTeachers(rule, paying) } : null
}

/** Whether so many paying dancers earn a complimentary room: more than the setting (59; nationals 79). ATT-046, A54. */
export const earnsCompRoom = (paying: number, settings: Pick<ProductSettings, 'comp_room_students'>): boolean =>
  paying > settings.comp_room_students
