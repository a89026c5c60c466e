import { parseMark } from '@callboard/domain/judging/mark.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { useMemo } from 'react'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { ScoreCell, ScoreEntry, ScorePanel, Scores } from './use-scores.ts'

type PartsDialogProps = {
  entry: ScoreEntry
  cell: ScoreCell
  scale: ScorePanel['scale']
  label: string
  scores: Pick<Scores, 'enter' | 'pending'>
  onClose: () => void
}

/** A mark in parts, typed from paper: one field for each part of the scale, and their sum. */
export function PartsDialog({ entry, cell, scale, label, scores, onClose }: PartsDialogProps) {
  const formDraft = useDraft('judging/parts', entry.id, cell.seat_id, cell.next_revision)
  const criteria = cell.sheet?.criteria
  const before = useMemo(
    (): Readonly<Record<string, string>> =>
      Object.fromEntries(Object.entries(criteria ?? {}).map(([name, points]) => [name, pointsText(points)])),
    [criteria],
  )
  const [texts, setTexts] = useDraftState<Readonly<Record<string, string>>>(formDraft, 'criteria', before)
  const parts = scale.criteria.map(({ name, max_points }) => {
    const text = texts[name] ?? ''
    const part = parseMark(text, { max_points, step: scale.step })
    return {
      ...{ name, max_points, text },
      points: part.ok ? part.value : null,
      error: part.ok ? undefined : text.trim() === '' ? 'Required' : explain(part.refusal),
    }
  })
  const sum = parts.reduce((total, { points }) => total + (points ?? 0), 0)

  async function save() {
    const pointsByPart = Object.fromEntries(parts.map(({ name, points }) => [name, points ?? 0]))
    if (await scores.enter(entry, cell, { points: sum, criteria: pointsByPart })) {
      formDraft.clear()
      onClose()
    }
  }

  return (
    <FormDialog
      title={`Mark of ${label}`}
      draft={formDraft}
      error={null}
      pending={scores.pending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {parts.map(({ name, max_points, text, error }) => (
        <TextField
          key={name}
          label={name}
          help={`Up to ${pointsText(max_points)}`}
          inputMode="decimal"
          value={text}
          onChange={(next) => setTexts({ ...texts, [name]: next })}
          error={error}
        />
      ))}
      <output aria-label="Sum">
        Sum: <b>{pointsText(sum)}</b> of {pointsText(scale.max_points)}
      </output>
    </FormDialog>
  )
}
