import type { ReportDocument, ReportRow, ReportSection } from '../kernel/document.ts'
import type { Criterion } from './mark.ts'
import { pointsText } from './points.ts'

type BlankEntry = { label: string; name: string; division: string; category: string; is_recused: boolean }

/** Everything that the paper of one judge's seat says. */
export type BlankSheet = {
  event: string
  city: string
  panel: string
  position: number
  /** Null: no one has the seat yet. */
  judge: string | null
  max_points: number
  criteria: readonly Criterion[]
  blocks: readonly { name: string; entries: readonly BlankEntry[] }[]
}

/** A place to write a mark, and one for a note. */
const markLine = '________'
const noteLine = `Note: ${'_'.repeat(70)}`

function rowOf({ label, name, division, category, is_recused }: BlankEntry, criteria: readonly Criterion[]): ReportRow {
  const routine = [label, name, `${division} ${category}`]
  return is_recused
    ? { cells: [...routine, ...criteria.map(() => ''), 'Do not judge'] }
    : { cells: [...routine, ...criteria.map(() => markLine), markLine], below: noteLine }
}

/** The sheet that a judge fills in by hand where there is no tablet. It names no dancer and no studio. */
export function blankSheetDocument(sheet: BlankSheet): ReportDocument {
  const { event, city, panel, position, judge, max_points, criteria, blocks } = sheet
  const columns = [
    { header: 'Entry', share: 1 },
    { header: 'Routine', share: 4 },
    { header: 'Division', share: 3 },
    ...criteria.map((part) => ({ header: `${part.name} (${pointsText(part.max_points)})`, share: 2 })),
    { header: criteria.length > 0 ? 'Sum' : 'Mark', share: 2 },
  ]
  const sections = blocks
    .filter(({ entries }) => entries.length > 0)
    .map(({ name, entries }): ReportSection => ({
      heading: name,
      columns,
      rows: entries.map((entry) => rowOf(entry, criteria)),
      totals: [],
      notes: [`Signature: ${'_'.repeat(40)}`],
    }))
  return {
    title: `Judge sheet: ${panel}, judge ${position}`,
    above: event,
    below: city,
    facts: [
      { label: 'Judge', value: judge ?? '' },
      { label: 'Highest mark', value: pointsText(max_points) },
    ].filter(({ value }) => value !== ''),
    sections,
    footer: [event, city, panel, `Judge ${position}`].join(' · '),
  }
}
