import type { Auditioner, JudgedEntry } from '@callboard/domain/judging/judged-entry.ts'
import { disciplines, type Discipline, type Panel, type TabulatedPanel } from '@callboard/domain/judging/panel.ts'
import type { OrderEntryState } from '@callboard/domain/running-order/entry-state.ts'
import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { isSplitDivision } from '../running-order/queries.ts'

/** Everything of a city that judging adds to the inputs of `tabulate`. Ids and numbers only, sorted by id. */
type JudgedCity = {
  /** The entries with a number. */
  entries: JudgedEntry[]
  /** Those of the entries; `noPanel` too where an entry's block has none. */
  panels: TabulatedPanel[]
  /** The blocks of routines. */
  blocks: { id: number; is_locked: boolean }[]
  audition_panels: Partial<Record<Discipline, Panel>>
  /** The dancers with an audition mark. */
  dancers: Auditioner[]
}

/** Stands for the panel of a block that has none: its entries wait for marks. */
const noPanel: Panel = { id: 0, counted: 3, dropping: 'lowest' }

/** Paper and imports count once they are confirmed; a withdrawn sheet never. Contested ones are read, and tabulation refuses them. */
export const isCountable = sql<SqlBool>`x.withdrawn_at is null and (x.source not in ('paper', 'import') or x.confirmed_by is not null)`

const tabulatedState = (state: OrderEntryState): JudgedEntry['state'] =>
  state === 'danced' || state === 'canceled'
    ? state
    : state === 'scratched' || state === 'no_show'
      ? 'scratched'
      : 'pending'

const loadEntries = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('running_order_entries as n')
    .innerJoin('registration_routines as q', 'q.id', 'n.registration_routine_id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('tour_dates as d', 'd.id', 'n.tour_date_id')
    .leftJoin('judged_blocks as b', 'b.block_id', 'n.block_id')
    .innerJoin('age_divisions as g', (join) =>
      join.on('g.level_id', '=', sql`coalesce((n.danced_as->>'age_division_level_id')::int, q.age_division_level_id)`),
    )
    .where('n.tour_date_id', '=', tour_date_id)
    .where('n.entry_number', 'is not', null)
    .select(['q.id', 'q.registration_id', 'r.studio_id', 'n.suffix', 'n.state', 'n.adjudicated_only', 'b.panel_id'])
    .select(['g.level_id as age_division_id', 'g.is_showcase'])
    .select(isSplitDivision('d', 'g').as('is_split'))
    .select(sql<number>`n.entry_number`.as('entry_number'))
    .select(sql<number>`coalesce((n.danced_as->>'category_id')::int, q.category_id)`.as('category_id'))
    .select(
      sql<number>`coalesce((n.danced_as->>'performance_division_id')::int, q.performance_division_id)`.as(
        'performance_division_id',
      ),
    )
    .select((from) => [
      jsonArrayFrom(
        from
          .selectFrom('score_sheets as x')
          .innerJoin('judge_seats as s', 's.id', 'x.seat_id')
          .whereRef('x.registration_routine_id', '=', 'q.id')
          .whereRef('s.panel_id', '=', 'b.panel_id')
          .where(isCountable)
          .select(['x.seat_id', 's.position', 'x.revision', 'x.points', 'x.criteria', 'x.contested', 's.shadow'])
          .select(sql<boolean>`x.source = 'substitute'`.as('substitute'))
          .orderBy('s.position')
          .orderBy('x.revision')
          .orderBy('x.client_id'),
      ).as('sheets'),
      jsonArrayFrom(
        from
          .selectFrom('recusals as c')
          .innerJoin('judge_seats as s', 's.id', 'c.seat_id')
          .whereRef('c.registration_id', '=', 'q.registration_id')
          .whereRef('s.panel_id', '=', 'b.panel_id')
          .select('c.seat_id')
          .orderBy('c.seat_id'),
      ).as('recusals'),
      jsonArrayFrom(
        from
          .selectFrom('deductions as d')
          .whereRef('d.registration_routine_id', '=', 'q.id')
          .where('d.voided_at', 'is', null)
          .select('d.points')
          .orderBy('d.id'),
      ).as('deductions'),
      jsonArrayFrom(
        from
          .selectFrom('routine_attendees as a')
          .whereRef('a.registration_routine_id', '=', 'q.id')
          .select('a.person_id')
          .orderBy('a.person_id'),
      ).as('cast'),
    ])
    .orderBy('q.id')
    .execute()

type EntryRow = Awaited<ReturnType<typeof loadEntries>>[number]

const judgedEntry = ({ is_split, sheets, recusals, deductions, cast, ...row }: EntryRow): JudgedEntry => ({
  ...row,
  ...(is_split && { splits_by_performance: true }),
  panel_id: row.panel_id ?? noPanel.id,
  state: tabulatedState(row.state),
  sheets: sheets.map(({ criteria, ...sheet }) => (criteria ? { ...sheet, criteria } : sheet)),
  recused_seats: recusals.map(({ seat_id }) => seat_id),
  deductions: deductions.map(({ points }) => points),
  dancer_ids: cast.map(({ person_id }) => person_id),
})

/** The latest audition mark of each seat that counts. */
const loadAuditionMarks = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('audition_sheets as x')
    .innerJoin('judge_seats as s', 's.id', 'x.seat_id')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .where('p.tour_date_id', '=', tour_date_id)
    .where('s.shadow', '=', false)
    .where('x.withdrawn_at', 'is', null)
    .where('x.confirmed_by', 'is not', null)
    .distinctOn(['x.attendee_id', 'x.seat_id'])
    .select(['x.attendee_id', 'p.kind', 's.position', 'x.points'])
    .orderBy('x.attendee_id')
    .orderBy('x.seat_id')
    .orderBy('x.revision', 'desc')
    .execute()

function auditionersOf(rows: Awaited<ReturnType<typeof loadAuditionMarks>>): Auditioner[] {
  const ids = [...new Set(rows.map(({ attendee_id }) => attendee_id))]
  return ids.map((attendee_id) => ({
    attendee_id,
    marks: Object.fromEntries(
      disciplines.map((discipline) => [
        discipline,
        rows
          .flatMap((row) =>
            row.attendee_id === attendee_id && row.kind === discipline && row.points !== null
              ? [{ position: row.position, points: row.points }]
              : [],
          )
          .toSorted((one, other) => one.position - other.position),
      ]),
    ),
  }))
}

/** The dancers of a city with an audition mark, with the marks that count. */
export const loadAuditioners = async (tx: Tx, tour_date_id: number): Promise<Auditioner[]> =>
  auditionersOf(await loadAuditionMarks(tx, tour_date_id))

/** Loads the inputs of tabulation of a city as they are now. */
export async function loadJudgedCity(tx: Tx, tour_date_id: number): Promise<JudgedCity> {
  const entries = (await loadEntries(tx, tour_date_id)).map(judgedEntry)
  const panels = await tx
    .selectFrom('panels as p')
    .where('p.tour_date_id', '=', tour_date_id)
    .select(['p.id', 'p.kind', 'p.counted', 'p.dropping'])
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('judge_seats as s')
          .whereRef('s.panel_id', '=', 'p.id')
          .where('s.shadow', '=', false)
          .select(['s.id', 's.position'])
          .orderBy('s.position'),
      ).as('seats'),
    )
    .orderBy('p.id')
    .execute()
  const blocks = await tx
    .selectFrom('competition_blocks as c')
    .leftJoin('judged_blocks as b', 'b.block_id', 'c.id')
    .where('c.tour_date_id', '=', tour_date_id)
    .where('c.kind', '=', 'routines')
    .select(['c.id', sql<boolean>`b.locked_at is not null`.as('is_locked')])
    .orderBy('c.id')
    .execute()
  const usedPanels = new Set(entries.map(({ panel_id }) => panel_id))
  const ofCity = panels.map(({ kind, seats, ...panel }) => ({ kind, panel, seats }))
  return {
    entries,
    panels: [
      ...(usedPanels.has(noPanel.id) ? [noPanel] : []),
      ...ofCity.flatMap(({ panel, seats }) => (usedPanels.has(panel.id) ? [{ ...panel, seats }] : [])),
    ],
    blocks,
    audition_panels: Object.fromEntries(
      ofCity.flatMap(({ kind, panel }) => (kind === 'competition' ? [] : [[kind, panel]])),
    ),
    dancers: await loadAuditioners(tx, tour_date_id),
  }
}

/** The sheet of each counting seat for these entries, as a studio may read it, with its judge. */
export const listSheetsShown = (tx: Tx, entryIds: readonly number[]) =>
  tx
    .selectFrom('score_sheets as x')
    .innerJoin('judge_seats as s', 's.id', 'x.seat_id')
    .innerJoin('running_order_entries as n', 'n.registration_routine_id', 'x.registration_routine_id')
    .innerJoin('judged_blocks as b', (join) =>
      join.onRef('b.block_id', '=', 'n.block_id').onRef('b.panel_id', '=', 's.panel_id'),
    )
    .leftJoin('judges as j', 'j.id', 's.judge_id')
    // The office's text stands in for the judge's.
    .leftJoin('critique_texts as c', 'c.client_id', 'x.client_id')
    .where('x.registration_routine_id', '=', sql<number>`any(${entryIds}::int[])`)
    .where('s.shadow', '=', false)
    .where('x.contested', '=', false)
    .where(isCountable)
    .distinctOn(['x.registration_routine_id', 's.position'])
    .select(['x.registration_routine_id', 's.position', 's.judge_id', 'j.name as judge', 'j.headshot_key'])
    .select(['j.signature_key', 'x.client_id', 'x.points', 'x.abstained'])
    .select([
      sql<string>`coalesce(c.critique, x.critique)`.as('critique'),
      sql<string>`coalesce(c.note, x.note)`.as('note'),
    ])
    .select(sql<boolean>`x.source = 'substitute'`.as('is_substitute'))
    .orderBy('x.registration_routine_id')
    .orderBy('s.position')
    .orderBy('x.revision', 'desc')
    .execute()
