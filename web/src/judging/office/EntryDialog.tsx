import { deductionLabels } from '@callboard/domain/judging/deduction.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { isOut, stateLabels, takesTime } from '@callboard/domain/running-order/entry-state.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { askText } from '../../ui/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DeductionForm } from './DeductionForm.tsx'
import styles from './Scores.module.css'
import {
  askIfLarge,
  type ScoreCell,
  type ScoreEntry,
  type ScoreGrid,
  type ScorePanel,
  type Scores,
} from './use-scores.ts'

type EntryDialogProps = { entry: ScoreEntry; data: ScoreGrid; scores: Scores; onClose: () => void }

/** All that can be done with the scores of one entry. */
export function EntryDialog({ entry, data, scores, onClose }: EntryDialogProps) {
  const panel = data.panels.find(({ id }) => id === entry.panel_id)
  return (
    <Dialog opened title={`${entry.label} ${entry.name}`} onCancel={onClose} width={640}>
      <Stack gap="lg">
        <p className={styles['second']}>
          {entry.division} {entry.category}, {entry.studio}
        </p>
        {isOut(entry.state) && <StatusBadge state="stop">{stateLabels[entry.state]}, so it has no total</StatusBadge>}
        <ul className={styles['seats']}>
          {entry.cells.map((cell) => {
            const seat = panel?.seats.find(({ id }) => id === cell.seat_id)
            const title = `Judge ${seat?.position ?? ''}${seat?.judge ? `, ${seat.judge}` : ''}`
            const parts = panel?.scale.criteria ?? []
            const isTraining = seat?.shadow ?? false
            return <SeatRow key={cell.seat_id} {...{ title, isTraining, parts, entry, cell, scores }} />
          })}
        </ul>
        <SwapScores entry={entry} data={data} scores={scores} onDone={onClose} />
        {/* Last: the actions of its form are the foot of the dialog. */}
        <Deductions entry={entry} panel={panel} scores={scores} />
      </Stack>
    </Dialog>
  )
}

/** Whether a mark counts, and why not. */
function wordsOf({ state, dropped, points }: ScoreCell, entry: ScoreEntry, isTraining: boolean): string {
  if (dropped) return 'Dropped by the panel, does not count'
  if (state === 'recused' && points !== null) return 'Recused, so it does not count'
  if (state === 'missing' && !takesTime(entry.state)) return 'No mark'
  return state === 'marked' && isTraining ? 'In training, does not count' : stateWords[state]
}

const stateWords: Readonly<Record<ScoreCell['state'], string>> = {
  missing: 'No mark yet',
  recused: 'Recused',
  to_confirm: 'To confirm',
  contested: 'Contested: two devices disagree',
  abstained: 'Abstains',
  marked: 'Counts',
}

type SeatRowProps = {
  title: string
  isTraining: boolean
  /** The parts of a mark, in the order of the scale. */
  parts: ScorePanel['scale']['criteria']
  entry: ScoreEntry
  cell: ScoreCell
  scores: Scores
}

function SeatRow({ title, isTraining, parts, entry, cell, scores }: SeatRowProps) {
  const { change, pending } = scores
  const { state, sheet, seat_id, locked } = cell
  const ofSeat = { registration_routine_id: entry.id, seat_id }
  const decide = (decision: 'confirm' | 'reject') =>
    sheet &&
    void change(() => call('POST /v1/office/scores/decide', { body: { client_ids: [sheet.client_id], decision } }))

  /** Asks for a reason, and then does it. */
  const withReason = (
    name: string,
    ask: { title: string; message: string; yes: string },
    act: (reason: string) => Promise<ScoreGrid>,
  ) =>
    askText({
      ...ask,
      label: 'Reason',
      draft: ['score-reason', name, entry.id, seat_id],
      act: (reason) => change(() => act(reason)),
    })
  const substitute = () =>
    withReason(
      'substitute',
      { title: 'Enter a substitute?', message: 'It is the mean of the other judges’ marks.', yes: 'Enter it' },
      (reason) =>
        call('POST /v1/office/scores/substitute', { body: { ...ofSeat, client_id: crypto.randomUUID(), reason } }),
    )
  const reopen = () =>
    withReason(
      'reopen',
      { title: 'Reopen this score?', message: 'The block is locked. One new mark will be accepted.', yes: 'Reopen' },
      (reason) => call('POST /v1/office/scores/reopen', { body: { ...ofSeat, reason } }),
    )
  const choose = (client_id: string) =>
    withReason(
      'choose',
      { title: 'Choose this mark?', message: 'The other one stays in the record and does not count.', yes: 'Choose' },
      (reason) => call('POST /v1/office/scores/choose', { body: { client_id, reason } }),
    )
  const abstain = () =>
    askText({
      title: 'Record an abstention?',
      message: 'Another person must confirm it, as with a mark.',
      label: 'Reason',
      yes: 'Abstain',
      draft: ['abstain', entry.id, seat_id],
      act: (abstained) => scores.enter(entry, cell, { points: null, abstained }),
    })

  const button = (label: string, act: () => unknown) => (
    <Button
      variant="default"
      size="compact-md"
      disabled={pending}
      aria-label={`${label}: ${title}`}
      onClick={() => void act()}
    >
      {label}
    </Button>
  )
  return (
    <li className={styles['seat']}>
      <span>
        <b>{title}</b>
        <span className={styles['second']}>
          {cell.points !== null && `${pointsText(cell.points)}. `}
          {sheet?.criteria && parts.map(({ name }) => `${name} ${pointsText(sheet.criteria?.[name] ?? 0)}. `)}
          {wordsOf(cell, entry, isTraining)}
          {state === 'marked' && sheet?.verified_at && ', read through by the judge'}
          {sheet?.abstained && `: ${sheet.abstained}`}
          {sheet?.reason && `. ${sheet.reason}`}
          {sheet?.origin && ` (${sheet.origin})`}
        </span>
      </span>
      <span className={styles['acts']}>
        {state === 'to_confirm' && !cell.is_own && button('Confirm', () => decide('confirm'))}
        {state === 'to_confirm' && button('Reject', () => decide('reject'))}
        {state === 'contested' &&
          cell.contested.map(({ client_id, points, origin }) =>
            button(`Choose ${points === null ? 'abstention' : pointsText(points)} ${origin}`, () => choose(client_id)),
          )}
        {!locked && (state === 'missing' || state === 'abstained') && button('Substitute', substitute)}
        {!locked && (state === 'missing' || state === 'marked') && button('Abstain', abstain)}
        {locked && state !== 'recused' && button('Reopen', reopen)}
      </span>
    </li>
  )
}

type DeductionsProps = { entry: ScoreEntry; panel: ScorePanel | undefined; scores: Scores }

function Deductions({ entry, panel, scores }: DeductionsProps) {
  const [isFormOpen, setFormOpen] = useState(false)
  const { change, pending } = scores
  async function deductOvertime(points: number) {
    if (!(await askIfLarge(entry, points))) return
    const body = { registration_routine_id: entry.id, code: 'overtime' as const, points, reason: 'Measured time' }
    await change(() => call('POST /v1/office/deductions', { body }))
  }
  const { proposed_overtime } = entry
  return (
    <section aria-label="Deductions">
      <ul className={styles['seats']}>
        {entry.deductions.map(({ id, code, points, reason }) => (
          <li key={id} className={styles['seat']}>
            <span className={styles['grow']}>
              <b>
                {deductionLabels[code]}: −{pointsText(points)}
              </b>
              <span className={styles['second']}>{reason || 'No reason recorded'}</span>
            </span>
            <Button
              variant="default"
              size="compact-md"
              disabled={pending}
              onClick={() => void change(() => call('DELETE /v1/office/deductions/{id}', { params: { id } }))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isFormOpen && panel ? (
        <DeductionForm entry={entry} panel={panel} scores={scores} onClose={() => setFormOpen(false)} />
      ) : (
        <div className={styles['line']}>
          {proposed_overtime !== null && (
            <Button variant="default" disabled={pending} onClick={() => void deductOvertime(proposed_overtime)}>
              Deduct {pointsText(proposed_overtime)} for overtime
            </Button>
          )}
          <Button variant="default" disabled={pending || !panel} onClick={() => setFormOpen(true)}>
            Deduct points
          </Button>
        </div>
      )}
    </section>
  )
}

type SwapProps = { entry: ScoreEntry; data: ScoreGrid; scores: Scores; onDone: () => void }

function SwapScores({ entry, data, scores, onDone }: SwapProps) {
  const [otherId, setOtherId] = useState<number | null>(null)
  const [seatId, setSeatId] = useState<number | null>(null)
  const others = data.entries.filter(({ id, panel_id }) => id !== entry.id && panel_id === entry.panel_id)
  const panel = data.panels.find(({ id }) => id === entry.panel_id)
  if (others.length === 0 || !panel) return null
  async function swap() {
    if (otherId === null) return
    const seat_ids = seatId === null ? (panel?.seats.map(({ id }) => id) ?? []) : [seatId]
    const body = { one_id: entry.id, other_id: otherId, seat_ids }
    const reason = await askText({
      title: 'Swap the scores?',
      message: 'The marks of both entries are exchanged.',
      label: 'Reason',
      yes: 'Swap',
      draft: ['swap-scores', entry.id],
      act: (text) => scores.change(() => call('POST /v1/office/scores/swap', { body: { ...body, reason: text } })),
    })
    if (reason !== undefined) onDone()
  }
  return (
    <div className={styles['line']}>
      <SelectField
        label="Swap with"
        name="other_id"
        value={otherId}
        options={others.map(({ id, label, name }) => ({ value: id, label: `${label} ${name}` }))}
        onChange={setOtherId}
        error={undefined}
      />
      <SelectField
        label="Of judge"
        name="seat_ids"
        value={seatId}
        any="Every judge"
        options={panel.seats.map(({ id, position }) => ({ value: id, label: `Judge ${position}` }))}
        onChange={setSeatId}
        error={undefined}
      />
      <Button variant="default" disabled={scores.pending || otherId === null} onClick={() => void swap()}>
        Swap
      </Button>
    </div>
  )
}
