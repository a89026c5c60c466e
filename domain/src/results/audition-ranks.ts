import { countMarks } from '../judging/counted-marks.ts'
import type { Auditioner } from '../judging/judged-entry.ts'
import { disciplines, type Discipline, type Panel } from '../judging/panel.ts'
import type { Points } from '../judging/points.ts'
import { rank } from './ranking.ts'

export type AuditionScore = {
  attendee_id: number
  /** The sum of the marks that count, per discipline; null: incomplete. */
  sums: Readonly<Record<Discipline, Points | null>>
  /** Null for a dancer who lacks a discipline. */
  total: Points | null
  place: number | null
}

type AuditionPanels = Readonly<Partial<Record<Discipline, Panel>>>

/** The seats whose marks the panels of an audition leave out, as the lowest or the highest. */
export function droppedSeats(
  { marks }: Auditioner,
  panels: AuditionPanels,
): { discipline: Discipline; position: number }[] {
  return disciplines.flatMap((discipline) => {
    const panel = panels[discipline]
    const count = panel && countMarks(marks[discipline] ?? [], panel)
    return count?.complete ? count.dropped.map(({ position }) => ({ discipline, position })) : []
  })
}

/** Ranks the dancers of an audition by the sum of the disciplines that it asks for. */
export function rankAuditions(dancers: readonly Auditioner[], panels: AuditionPanels): AuditionScore[] {
  const scores = dancers.map(({ attendee_id, marks }) => {
    const sumOf = (discipline: Discipline): Points | null => {
      const panel = panels[discipline]
      const count = panel && countMarks(marks[discipline] ?? [], panel)
      return count?.complete ? count.kept.reduce((sum, { points }) => sum + points, 0) : null
    }
    const sums = { ballet: sumOf('ballet'), jazz: sumOf('jazz'), solo: sumOf('solo') }
    const required = disciplines.filter((discipline) => panels[discipline]).map((discipline) => sums[discipline])
    const isComplete = required.length > 0 && required.every((sum) => sum !== null)
    return {
      attendee_id,
      sums,
      total: isComplete ? required.reduce<Points>((sum, part) => sum + (part ?? 0), 0) : null,
    }
  })
  const places = new Map(
    rank(
      scores.filter(({ total }) => total !== null),
      (a, b) => (b.total ?? 0) - (a.total ?? 0),
    ).map(({ item, place }) => [item.attendee_id, place]),
  )
  return scores.map((score) => ({ ...score, place: places.get(score.attendee_id) ?? null }))
}
