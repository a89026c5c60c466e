const extras = [
  ['free_teacher', -24_500],
  ['observer_one', 6_000],
  ['observer_two', 6_000],
  ['media', 9_900],
  ['promo', -5_000],
] as const

export type Payload = ReturnType<typeof payload>

/** S20, what one studio hands in: 17 dancers, 3 teachers, 10 routines of four dancers, 35 price lines. */
export function payload(studio: number) {
  const first = (studio - 1) * 20
  const attendees = Array.from({ length: 20 }, (_, i) => ({
    person: first + i + 1,
    kind: i < 17 ? 'dancer' : 'teacher',
    level: 1 + (i % 6),
    fee: 24_500,
  }))
  const routines = Array.from({ length: 10 }, (_, i) => ({
    title: `Routine ${studio}-${i + 1}`,
    category: 1 + (i % 5),
    division: 1 + (i % 4),
    fee: 24_000,
  }))
  const links = routines.flatMap((_, r) => castOf(r).map((dancer) => ({ r: r + 1, a: dancer + 1 })))
  const lines = [
    ...attendees.map(({ person, fee }) => ({ code: 'attendee', label: `Attendee ${person}`, cents: fee })),
    ...routines.map(({ title, fee }) => ({ code: 'routine', label: title, cents: fee })),
    ...extras.map(([code, cents]) => ({ code, label: code, cents })),
  ]
  return { studio, attendees, routines, links, lines, total: lines.reduce((sum, { cents }) => sum + cents, 0) }
}

/** The four dancers of the seventeen, by place, who dance a routine. */
export const castOf = (routine: number): number[] => [0, 4, 8, 12].map((step) => (routine + step) % 17)
