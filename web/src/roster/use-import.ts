import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { guessDayOrder, type DayOrder } from '@callboard/domain/roster/import/days.ts'
import { planImport, rowState, type RowChoice } from '@callboard/domain/roster/import/plan.ts'
import { mostImported, readRows, type ImportDraft, type NamedOption } from '@callboard/domain/roster/import/rows.ts'
import { guessSheet, namesPeople, type Cells, type ColumnKind } from '@callboard/domain/roster/import/sheet.ts'
import { useMemo, useState } from 'react'
import { useDraftState, type FormDraft } from '../ui/use-draft.ts'
import { useToday } from './roster-people.ts'

type Lists = { genders: readonly NamedOption[]; person_types: readonly NamedOption[] }

const startOf = (cells: Cells) => {
  const guess = guessSheet(cells)
  const days = daysOf(cells, guess.header, guess.columns)
  return { ...guess, order: days.sure ? days.order : null, gender: null as number | null }
}

const daysOf = (cells: Cells, header: number | null, columns: readonly ColumnKind[]) => {
  const column = columns.indexOf('birthdate')
  return guessDayOrder(column < 0 ? [] : cells.slice((header ?? -1) + 1).map((row) => row[column] ?? ''))
}

const noEdits: Readonly<Record<number, Partial<ImportDraft>>> = {}
const noChoices: Readonly<Record<number, RowChoice>> = {}

/** Reading one sheet: how its columns are read, what was put right row by row, and what becomes of every row. */
export function useImport(
  cells: Cells,
  people: readonly RosterPerson[],
  { genders, person_types }: Lists,
  formDraft: FormDraft,
) {
  const today = useToday()
  const [guess] = useState(() => startOf(cells))
  const [reading, setReading] = useDraftState(formDraft, 'reading', guess)
  const [edits, setEdits] = useDraftState(formDraft, 'edits', noEdits)
  const [choiceOfLine, setChoices] = useDraftState(formDraft, 'choices', noChoices)
  const choices = useMemo(
    () => new Map(Object.entries(choiceOfLine).map(([line, choice]) => [Number(line), choice])),
    [choiceOfLine],
  )
  const { header, columns, gender } = reading
  const days = useMemo(() => daysOf(cells, header, columns), [cells, header, columns])
  const order: DayOrder = reading.order ?? days.order

  const read = useMemo(
    () => (namesPeople(columns) ? readRows(cells, { header, columns, order, genders, person_types, today }) : []),
    [cells, header, columns, order, genders, person_types, today],
  )
  // More than can be saved are counted, not planned.
  const isTooMany = read.length > mostImported
  const importRows = useMemo(
    () =>
      (isTooMany ? [] : read).map(({ line, draft }) => ({
        line,
        draft: { ...draft, gender_id: draft.gender_id ?? gender },
      })),
    [read, isTooMany, gender],
  )
  // Rows that wanted something when they were read keep their place and their fields while they are put right.
  const attention = useMemo(() => {
    const plannedRows = planImport(importRows, people, new Map(), today)
    return new Set(plannedRows.filter((row) => ['wrong', 'asks'].includes(rowState(row))).map(({ line }) => line))
  }, [importRows, people, today])
  const rows = useMemo(
    () =>
      planImport(
        importRows.map((row) => ({ ...row, draft: { ...row.draft, ...edits[row.line] } })),
        people,
        choices,
        today,
      ),
    [importRows, edits, people, choices, today],
  )

  const asksOrder = !days.sure && reading.order === null
  return {
    rows,
    attention,
    found: read.length,
    isTooMany,
    columns,
    header,
    gender,
    order: reading.order,
    /** The dates could be read either way. */
    unsureDays: !days.sure,
    asksOrder,
    namesPeople: namesPeople(columns),
    lacksGender: read.some(({ draft }) => draft.gender_id === null),
    setColumn: (column: number, kind: ColumnKind) =>
      setReading({
        ...reading,
        // A field can be mapped to one column only.
        columns: columns.map((one, at) => (at === column ? kind : one === kind ? 'ignore' : one)),
        ...(kind === 'birthdate' && { order: null }),
      }),
    setOrder: (chosenOrder: DayOrder) => setReading({ ...reading, order: chosenOrder }),
    setGender: (id: number | null) => setReading({ ...reading, gender: id }),
    edit: (line: number, change: Partial<ImportDraft>) =>
      setEdits((before) => ({ ...before, [line]: { ...before[line], ...change } })),
    choose: (line: number, choice: RowChoice) => setChoices((before) => ({ ...before, [line]: choice })),
    leaveOutUnready: () =>
      setChoices({
        ...choiceOfLine,
        ...Object.fromEntries(
          rows.filter((row) => ['wrong', 'asks'].includes(rowState(row))).map(({ line }) => [line, 'skip'] as const),
        ),
      }),
  }
}

export type Importing = ReturnType<typeof useImport>
