import {
  checkPanel,
  droppingLabels,
  droppings,
  panelKindLabels,
  panelKinds,
  type Dropping,
  type PanelKind,
} from '@callboard/domain/judging/panel.ts'
import { explain } from '@callboard/domain/refusals.ts'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameField, SelectField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import styles from './Scores.module.css'
import { useRecordDialog } from './use-record-dialog.ts'

export type CityPanels = Reply<'GET /v1/office/panels'>
export type OfficePanel = CityPanels['panels'][number]
type Seat = { position: number; judge_id: number | null; shadow: boolean }

/** The reads that a change of a panel makes old. */
export const panelReads = ['GET /v1/office/panels', 'GET /v1/office/scores', 'GET /v1/office/devices'] as const

const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const startSeats: readonly Seat[] = [1, 2, 3].map((position) => ({ position, judge_id: null, shadow: false }))

type PanelDialogProps = { tour_date_id: number; panel: OfficePanel | null; onClose: () => void }

/** A new panel of a city, or a change of one. */
export function PanelDialog({ tour_date_id, panel, onClose }: PanelDialogProps) {
  const judges = useLookup('GET /v1/office/judges', {})?.judges ?? []
  const scaleRead = useRead('GET /v1/office/scales', {})
  const scales = scaleRead.data?.scales ?? []
  const formDraft = useDraft('judging/panel', tour_date_id, panel?.id ?? 'new')
  const ownSeats = panel?.seats.map(({ position, judge_id, shadow }) => ({ position, judge_id, shadow }))
  const [name, setName] = useDraftState(formDraft, 'name', panel?.name ?? '')
  const [kind, setKind] = useDraftState<PanelKind>(formDraft, 'kind', panel?.kind ?? 'competition')
  const [markCount, setMarkCount] = useDraftState(formDraft, 'counted', panel?.counted ?? 3)
  const [dropping, setDropping] = useDraftState<Dropping>(formDraft, 'dropping', panel?.dropping ?? 'lowest')
  const [scaleId, setScaleId] = useDraftState<number | null>(formDraft, 'scale_id', panel?.scale_id ?? null)
  const [seats, setSeats] = useDraftState<readonly Seat[]>(formDraft, 'seats', ownSeats ?? startSeats)
  const { add, change, dialog } = useRecordDialog('POST /v1/office/panels', 'PUT /v1/office/panels/{id}', {
    draft: formDraft,
    refreshes: panelReads,
    onClose,
  })
  const scale_id = scaleId ?? scales[0]?.id ?? 0
  const body = { name, kind, counted: markCount, dropping, scale_id, seats: [...seats] }
  const check = checkPanel({ counted: markCount, dropping }, seats)
  const wrong = (field: string) =>
    !check.ok && 'field' in check.refusal && check.refusal.field === field ? explain(check.refusal) : undefined

  const setCount = (count: number) =>
    setSeats(
      counts.slice(0, count).map((position) => seats[position - 1] ?? { position, judge_id: null, shadow: false }),
    )
  const setSeat = (position: number, next: Partial<Seat>) =>
    setSeats(seats.map((seat) => (seat.position === position ? { ...seat, ...next } : seat)))

  return (
    <FormDialog
      title={panel ? 'Change panel' : 'Add a panel'}
      width={560}
      {...dialog}
      error={dialog.error}
      // The scale that is proposed comes with the list.
      pending={dialog.pending || (!scaleRead.data && !scaleRead.error)}
      onSubmit={() =>
        panel
          ? change.mutate({ params: { id: panel.id }, body: { ...body, version: panel.version } })
          : add.mutate({ body: { ...body, tour_date_id } })
      }
    >
      <NameField value={name} onChange={setName} maxLength={80} />
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        options={panelKinds.map((value) => ({ value, label: panelKindLabels[value] }))}
        onChange={(next) => next && setKind(next)}
        error={undefined}
      />
      <SelectField
        label="Seats"
        name="seats"
        value={seats.length}
        options={counts.map((value) => ({ value, label: String(value) }))}
        onChange={(next) => next && setCount(next)}
        error={wrong('seats')}
      />
      <SelectField
        label="Marks that count"
        name="counted"
        value={markCount}
        options={counts.map((value) => ({ value, label: String(value) }))}
        onChange={(next) => next && setMarkCount(next)}
        error={undefined}
      />
      <SelectField
        label="Dropped"
        name="dropping"
        value={dropping}
        options={droppings.map((value) => ({ value, label: droppingLabels[value] }))}
        onChange={(next) => next && setDropping(next)}
        error={undefined}
      />
      <SelectField
        label="Scale"
        name="scale_id"
        value={scale_id || null}
        options={scales.map(({ id, name: label }) => ({ value: id, label }))}
        onChange={setScaleId}
        error={scale_id ? undefined : 'Required'}
      />
      {seats.map(({ position, judge_id, shadow }, place) => (
        <div key={position} className={styles['seatFields']}>
          <SelectField
            label={`Judge ${position}`}
            name={`seats.${place}.judge_id`}
            value={judge_id}
            any="No one yet"
            options={judges
              .filter(({ active, id }) => active || id === judge_id)
              .map(({ id, name: label }) => ({ value: id, label }))}
            onChange={(next) => setSeat(position, { judge_id: next })}
            error={wrong(`seats.${place}.judge_id`)}
          />
          <ToggleField
            label={`Judge ${position} is in training`}
            value={shadow}
            onChange={(next) => setSeat(position, { shadow: next })}
            error={undefined}
          />
        </div>
      ))}
    </FormDialog>
  )
}
