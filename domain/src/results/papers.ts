import type { CardSheet, ReportDocument, ReportSection } from '../kernel/document.ts'
import { withoutEmptyColumns } from '../kernel/document.ts'
import { cents, usd } from '../kernel/money.ts'
import { ordinal, pickedPlace } from './ranking.ts'

export const paperNames = ['certificates', 'labels', 'script'] as const

/** Where and for whom a paper is. */
export type PaperHead = { event: string; city: string; days: string; studio: string }

/** A routine as papers show it: scores in points. */
type PaperRoutine = {
  number: string
  name: string
  age_division: string
  performance_division: string
  category: string
  total_score: number | null
  dropped_score: number | null
  canceled: boolean
  competition_award: string | null
  attendees: readonly string[]
}
/** `amount`: of a scholarship, in cents. */
type PaperAward = { award: string; winner: string; place: number; blurb: string; amount?: number | null }

type PaperResults = {
  adjudicated: readonly (PaperRoutine & { places: readonly { award: string; place: number; of: number }[] })[]
  best_dancers: readonly { award: string; dancer: string; audition_score: number | null; place: number | null }[]
  studio_awards: readonly PaperAward[]
  special_awards: readonly PaperAward[]
  scholarships: readonly PaperAward[]
}

const score = (points: number | null) => (points === null ? '' : String(Math.round(points * 100) / 100))
const divisionsOf = ({ age_division, performance_division, category }: PaperRoutine) =>
  [age_division, performance_division, category].filter(Boolean).join(', ')
const totalOf = ({ canceled, total_score }: PaperRoutine) => (canceled ? 'Canceled' : score(total_score))

const documentOf = (title: string, head: PaperHead, sections: readonly ReportSection[]): ReportDocument => ({
  title,
  above: head.event,
  below: `${head.city} · ${head.days}`,
  facts: head.studio ? [{ label: 'Studio', value: head.studio }] : [],
  sections: sections.map(withoutEmptyColumns),
  footer: [head.event, head.city, head.studio].filter(Boolean).join(' · '),
})

const pickedPlaceOf = ({ place, amount }: PaperAward): string =>
  [pickedPlace(place), amount ? usd(cents(amount)) : ''].filter(Boolean).join(', ')

const awardSection = (
  heading: string,
  awards: readonly PaperAward[],
  placeOf: (award: PaperAward) => string = pickedPlaceOf,
): ReportSection => ({
  heading,
  columns: [
    { header: 'Award', share: 4 },
    { header: 'Winner', share: 4 },
    { header: 'Place', share: 2 },
  ],
  rows: awards.map((one) => ({
    cells: [one.award, one.winner, placeOf(one)],
    ...(one.blurb && { below: one.blurb }),
  })),
  totals: [],
  notes: [],
})

/** The results of a registration as a page and a PDF. C084, RES-034. */
export function resultsDocument(head: PaperHead, results: PaperResults): ReportDocument {
  const routines: ReportSection = {
    heading: 'Adjudicated awards',
    columns: [
      { header: 'Routine', share: 5 },
      { header: 'Divisions', share: 5 },
      { header: 'Award', share: 3 },
      { header: 'Places', share: 4 },
      { header: 'Total', share: 2, align: 'end' },
    ],
    rows: results.adjudicated.map((routine) => ({
      cells: [
        `${routine.number} ${routine.name}`,
        divisionsOf(routine),
        routine.competition_award ?? '',
        routine.places.map(({ award, place, of }) => `${ordinal(place)} of ${of}, ${award}`).join('; '),
        totalOf(routine),
      ],
      ...(routine.attendees.length > 0 && { below: routine.attendees.join(', ') }),
    })),
    totals: [],
    notes: [],
  }
  const dancers: ReportSection = {
    heading: 'Best Dancers',
    columns: [
      { header: 'Dancer', share: 4 },
      { header: 'Award', share: 4 },
      { header: 'Place', share: 1 },
      { header: 'Audition score', share: 2, align: 'end' },
    ],
    rows: results.best_dancers.map(({ dancer, award, place, audition_score }) => ({
      cells: [dancer, award, place === null ? '' : ordinal(place), score(audition_score)],
    })),
    totals: [],
    notes: [],
  }
  const sections = [
    routines,
    dancers,
    awardSection('Studio awards', results.studio_awards, ({ place }) => ordinal(place)),
    awardSection('Special awards', results.special_awards),
    awardSection('Scholarships', results.scholarships),
  ].filter(({ rows }) => rows.length > 0)
  const none: ReportSection = {
    ...awardSection('Results', []),
    columns: [],
    notes: ['This registration did not have any results for this event.'],
  }
  return documentOf('Results', head, sections.length > 0 ? sections : [none])
}

type PaperJudge = {
  position: number
  name: string
  score: number | null
  dropped: boolean
  teacher_critique: string
  note: string
}

/** Said where critiques or data are open before the results of their city. */
export const resultsFollow = 'Scores, places and awards follow with the results.'

const markText = ({ results_follow }: { results_follow: boolean }, mark: number | null, dropped: boolean) =>
  results_follow ? '' : mark === null ? 'Abstained' : `${score(mark)}${dropped ? ' (dropped)' : ''}`

/** The score sheets of a registration: each routine with its judges' marks and critiques. C083. */
export const scoreSheetsDocument = (
  head: PaperHead,
  routines: readonly (PaperRoutine & { judges: readonly PaperJudge[]; results_follow: boolean })[],
): ReportDocument =>
  documentOf(
    'Score sheets',
    head,
    routines.map((routine) => ({
      heading: `${routine.number} ${routine.name}`,
      lead: [divisionsOf(routine), routine.attendees.join(', ')].filter(Boolean).join(' · '),
      stays_together: true,
      columns: [
        { header: 'Judge', share: 3 },
        { header: 'Critique', share: 7 },
        { header: 'Score', share: 2, align: 'end' as const },
      ],
      rows: routine.judges.map(({ position, name, score: mark, dropped, teacher_critique, note }) => ({
        cells: [
          `${position} ${name}`,
          [teacher_critique, note && `Note: ${note}`].filter(Boolean).join(' '),
          markText(routine, mark, dropped),
        ],
      })),
      totals: [
        ...(routine.competition_award ? [{ label: 'Award', value: routine.competition_award }] : []),
        ...(routine.results_follow ? [] : [{ label: 'Total', value: totalOf(routine), strong: true }]),
      ],
      notes: routine.results_follow ? [resultsFollow] : [],
    })),
  )

type ScriptText = readonly {
  name: string
  sections: readonly { heading: string; note: string; lines: readonly string[] }[]
}[]

/** The emcee's script on paper, large enough to be read from a lectern: blocks, and in each a part for each award. */
export const scriptDocument = (head: PaperHead, blocks: ScriptText): ReportDocument =>
  documentOf(
    'Announcer’s script',
    head,
    blocks.flatMap(({ name, sections }): ReportSection[] => [
      { heading: name, columns: [], rows: [], totals: [], notes: [] },
      ...sections.map(({ heading, note, lines }): ReportSection => ({
        ...{ heading, is_part: true, is_spoken: true, stays_together: true, ...(note && { lead: note }) },
        ...{ columns: [], rows: [], totals: [], notes: lines },
      })),
    ]),
  )

type AwardedEntry = { label: string; name: string; studio: string; level: string; dancers: readonly string[] }

/** A certificate for each entry that has a level. */
export const certificateCards = (head: PaperHead, entries: readonly AwardedEntry[]): CardSheet => ({
  ...{ title: `Certificates, ${head.event} ${head.city}`, author: head.event, layout: 'certificate', first: 1 },
  cards: entries
    .filter(({ level }) => level !== '')
    .map(({ name, studio, level }) => [level, name, studio, head.event, `${head.city}, ${head.days}`]),
})

type LabelOptions = {
  /** The first label of the first sheet that is used, from 1 to 30. */
  first: number
  /** Without names, for medals that are handed out before it is clear to whom. */
  withNames: boolean
}

/** A label for the medal of each dancer of each entry that has a level. */
export const medalLabels = (
  head: PaperHead,
  entries: readonly AwardedEntry[],
  { first, withNames }: LabelOptions,
): CardSheet => ({
  ...{ title: `Labels, ${head.event} ${head.city}`, author: head.event, layout: 'label', first },
  cards: entries
    .filter(({ level }) => level !== '')
    .flatMap(({ label, name, level, dancers }) =>
      dancers.map((dancer) => [
        withNames ? dancer : level,
        ...(withNames ? [level] : []),
        `${label} ${name}`,
        `${head.event} ${head.city}`,
      ]),
    ),
})
