import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { localTimeIn } from '@callboard/domain/kernel/zoned-time.ts'
import { isNearEvent, type BlockKind } from '@callboard/domain/running-order/order.ts'
import { TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { dayText } from '../../ui/Day.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameField, SelectField, TextField, useMarked } from '../../ui/fields.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { OfficeBlock, OfficeOrder, RunningOrder } from './use-running-order.ts'

const kinds: readonly { value: BlockKind; label: string }[] = [
  { value: 'routines', label: 'Routines' },
  { value: 'awards', label: 'Awards' },
  { value: 'break', label: 'Break' },
  { value: 'audition', label: 'Audition' },
]
const stages = [1, 2, 3, 4].map((value) => ({ value, label: `Stage ${value}` }))

type BlockDialogProps = { order: RunningOrder; data: OfficeOrder; block: OfficeBlock | null; onClose: () => void }

/** A new block of the day, or a change of one. */
export function BlockDialog({ order, data, block, onClose }: BlockDialogProps) {
  const { tour_date_id, version, time_zone, start_date, end_date } = data
  const lastEnd = data.blocks
    .map(({ ends_at }) => ends_at)
    .toSorted()
    .at(-1)
  const start = block?.starts_at ?? lastEnd
  const formDraft = useDraft('running-order/block', tour_date_id, block?.id ?? 'new')
  const [name, setName] = useDraftState(formDraft, 'name', block?.name ?? '')
  const [kind, setKind] = useDraftState<BlockKind>(formDraft, 'kind', block?.kind ?? 'routines')
  const [stage, setStage] = useDraftState(formDraft, 'stage', block?.stage ?? 1)
  const [local, setLocal] = useDraftState(
    formDraft,
    'start',
    start ? localTimeIn(time_zone, start) : `${start_date}T08:00`,
  )
  const [minutes, setMinutes] = useDraftState(formDraft, 'minutes', String(block?.minutes || 30))
  const minutesError = /^\d{1,4}$/.test(minutes) && Number(minutes) <= 1_440 ? undefined : 'Whole minutes, up to 1440'

  /** A slip in the date is asked about: the entries would stand weeks away from the event. */
  async function isRightDay(): Promise<boolean> {
    // The cast: a text that is no day is near no event.
    const day = local.slice(0, 10) as CalendarDate
    if (isNearEvent(day, data)) return true
    return confirm({
      title: 'Is this day right?',
      message: `The block starts on ${dayText(day)}. The event is from ${dayText(start_date)} to ${dayText(end_date)}.`,
      yes: 'Yes, keep this day',
      no: 'No, change it',
      consequence: 'none',
    })
  }

  async function save() {
    if (!(await isRightDay())) return
    const fields = { stage, kind, name: name.trim(), local_start: local.slice(0, 16), minutes: Number(minutes) || 0 }
    const body = { tour_date_id, version, ...fields }
    const isDone = await order.change(() =>
      block
        ? call('PUT /v1/office/running-order/blocks/{id}', { params: { id: block.id }, body })
        : call('POST /v1/office/running-order/blocks', { body }),
    )
    if (!isDone) return
    formDraft.clear()
    onClose()
  }

  return (
    <FormDialog
      title={block ? 'Change block' : 'Add a block'}
      draft={formDraft}
      error={null}
      pending={order.pending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} maxLength={80} />
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        options={kinds}
        onChange={(next) => next && setKind(next)}
        error={undefined}
      />
      <SelectField
        label="Stage"
        name="stage"
        value={stage}
        options={stages}
        onChange={(next) => next && setStage(next)}
        error={undefined}
      />
      <TimeField value={local} error={local ? undefined : 'Required'} onChange={setLocal} />
      {kind !== 'routines' && (
        <TextField
          label="Minutes"
          name="minutes"
          inputMode="numeric"
          value={minutes}
          onChange={setMinutes}
          error={minutesError}
        />
      )}
    </FormDialog>
  )
}

type TimeFieldProps = {
  value: string
  error: string | undefined
  onChange: (local: string) => void
}

const TimeField = ({ value, error, onChange }: TimeFieldProps) => (
  <TextInput
    {...useMarked({ label: 'Starts', name: 'local_start', help: 'In the city’s time.', error })}
    type="datetime-local"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
