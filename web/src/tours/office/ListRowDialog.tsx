import { brandLevelCode } from '@callboard/domain/tours/brand-lists.ts'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { PickList } from '../../ui/PickList.tsx'
import { isBrandList, isChoice, isReference, sharedLists, type ListColumn, type StaticTable } from './list-columns.ts'
import { referenceOptions, useReferencedRows } from './list-references.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type ListRow = Readonly<Record<string, unknown>>

/** As a person types it. */
export function typedCell(kind: ListColumn[2], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'money' && typeof value === 'number') return (value / 100).toFixed(2)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Keys of rows, as `typedCell` joins them. */
const numbersIn = (text: string): number[] => text.split(', ').filter(Boolean).map(Number)

/** Parses the input; returns undefined if it is not a valid value. */
function parseCell(kind: ListColumn[2], input: string): unknown {
  const text = input.trim()
  if (kind === 'text') return text || undefined
  if (kind === 'text?') return text
  if (isReference(kind)) return kind.many ? numbersIn(text) : numbersIn(text)[0]
  if (isChoice(kind)) return text || null
  if (kind === 'number?' && text === '') return null
  if (kind === 'money') return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
  return /^\d+$/.test(text) ? Number(text) : undefined
}

type CellTexts = Readonly<Record<string, unknown>>

/** The cells of a row as the server has them. One that somebody else stored meanwhile is no text, and stays as it is. */
const cellsOf = (columns: readonly ListColumn[], texts: CellTexts, on: Readonly<Record<string, boolean>>) =>
  Object.fromEntries(
    columns.map(([column, , kind]) => {
      const cell = texts[column] ?? ''
      if (kind === 'switch') return [column, on[column] ?? false]
      return [column, typeof cell === 'string' ? parseCell(kind, cell) : cell]
    }),
  )

/** A brand's row: its own, or one that stands for a row of the product. */
export type OfBrand = { event_id: number; replaces: number | null }

type ListRowDialogProps = {
  table: StaticTable
  /** The row to change, or with `ofBrand` the one that the brand's new row begins as. */
  row: ListRow | null
  /** A new row of a brand. */
  ofBrand?: OfBrand | undefined
  nextKey: number
  onClose: () => void
}

/** The row of a brand that stands for a row of the product, as it begins. Codes of levels are unique. */
export const brandRow = (
  table: StaticTable,
  row: ListRow,
  nextKey: number,
  { event_id, replaces }: OfBrand,
): ListRow => ({
  ...row,
  ...(table === 'workshop_levels' && { id_v: brandLevelCode(nextKey) }),
  ...{ [sharedLists[table].key]: nextKey, event_id, replaces, hidden: false },
})

/** One row of a shared list, new or changed. */
export function ListRowDialog({ table, row: shownRow, ofBrand, nextKey, onClose }: ListRowDialogProps) {
  const { one, key, columns, name } = sharedLists[table]
  const [row] = useState(() => (ofBrand ? brandRow(table, shownRow ?? {}, nextKey, ofBrand) : shownRow))
  const formDraft = useDraft('tours/list-row', table, row ? String(row[key]) : 'new')
  const [cellTexts, setCellTexts, baseTexts] = useDraftState<Readonly<Record<string, string>>>(
    formDraft,
    'cellTexts',
    Object.fromEntries(columns.map(([column, , kind]) => [column, typedCell(kind, row?.[column])])),
  )
  const [on, setOn, baseOn] = useDraftState<Readonly<Record<string, boolean>>>(
    formDraft,
    'on',
    Object.fromEntries(columns.map(([column]) => [column, row?.[column] === true])),
  )
  const referencedRows = useReferencedRows(table)
  const { mutate, isPending, error } = useAct('PUT /v1/office/static/{table}', {
    refreshes: ['GET /v1/office/static/{table}'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('List saved')
      onClose()
    },
  })
  const save = () =>
    mutate({
      params: { table },
      body: {
        rows: [
          {
            [key]: row?.[key] ?? nextKey,
            ...(row &&
              isBrandList(table) && { event_id: row['event_id'], replaces: row['replaces'], hidden: row['hidden'] }),
            ...cellsOf(columns, cellTexts, on),
            ...(row && !ofBrand ? { base: cellsOf(columns, baseTexts, baseOn) } : { is_new: true }),
          },
        ],
      },
    })

  const field = ([column, label, kind]: ListColumn) => {
    const value = cellTexts[column] ?? ''
    const set = (next: string) => setCellTexts({ ...cellTexts, [column]: next })
    if (kind === 'switch') {
      return (
        <ToggleField
          key={column}
          name={`rows.0.${column}`}
          label={label}
          value={on[column] ?? false}
          error={undefined}
          onChange={(next) => setOn({ ...on, [column]: next })}
        />
      )
    }
    if (isReference(kind)) {
      const options = referenceOptions(kind.of, referencedRows, row?.['event_id'] ?? null)
      return kind.many ? (
        <PickList
          key={column}
          label={label}
          options={options}
          value={numbersIn(value)}
          onChange={(next) => set(next.join(', '))}
        />
      ) : (
        <SelectField
          key={column}
          name={`rows.0.${column}`}
          label={label}
          value={numbersIn(value)[0] ?? null}
          options={options}
          error={value ? undefined : 'Required'}
          onChange={(next) => set(next === null ? '' : String(next))}
        />
      )
    }
    if (isChoice(kind)) {
      const { choices, optional } = kind
      return (
        <SelectField
          key={column}
          name={`rows.0.${column}`}
          label={label}
          value={value || null}
          options={Object.entries(choices).map(([choice, choiceLabel]) => ({ value: choice, label: choiceLabel }))}
          optional={optional}
          error={optional || value ? undefined : 'Required'}
          onChange={(next) => set(next ?? '')}
        />
      )
    }
    return (
      <TextField
        key={column}
        name={`rows.0.${column}`}
        label={label}
        value={value}
        onChange={set}
        optional={kind === 'text?' || kind === 'number?'}
        inputMode={kind === 'text' || kind === 'text?' ? 'text' : 'decimal'}
        left={kind === 'money' ? '$' : undefined}
        error={parseCell(kind, value) === undefined ? (value ? 'Enter a number.' : 'Required') : undefined}
        maxLength={80}
      />
    )
  }
  return (
    <Dialog
      opened
      title={row && typedCell('text', row[name]) ? typedCell('text', row[name]) : `New ${one}`}
      onCancel={onClose}
    >
      <Form draft={formDraft} error={error} pending={isPending} onSubmit={save}>
        {columns.map(field)}
        <DialogSubmit draft={formDraft} onClose={onClose} pending={isPending}>
          {row ? 'Save' : 'Add'}
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
