import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { parseDollars } from '@callboard/domain/kernel/money.ts'
import { checkPromoChange, planPromoCode, type PromoDraft } from '@callboard/domain/payments/promo.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { FieldRow, Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import type { Reply } from '../../api/call.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type PromoLine = Reply<'GET /v1/office/promo-codes'>['rows'][number]

const parts = [
  { value: 'total', label: 'The total' },
  { value: 'workshop', label: 'The workshop' },
  { value: 'competition', label: 'The competition' },
  { value: 'media', label: 'The media pass' },
] as const

const blank = {
  code: '',
  type: 'total',
  value: 0,
  percentage: false,
  unique: false,
  event_id: null,
  season_id: 0,
  max_uses: null,
  valid_from: null,
  valid_through: null,
  note: '',
} as const

const hundredths = (text: string) => (/^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0)
const typedValue = ({ value }: Pick<PromoDraft, 'value'>) => (value === 0 ? '' : `${value / 100}`)

type PromoCodeDialogProps = { promo: PromoLine | null; onClose: () => void }

/** A new promo code, or one that changes; what it is worth stays once registrations have it. OFF-022. */
export function PromoCodeDialog({ promo, onClose }: PromoCodeDialogProps) {
  const seasons = useLookup('GET /v1/office/seasons', {})
  const events = useLookup('GET /v1/office/events', {})
  const formDraft = useDraft('payments/promo-code', promo?.id ?? 'new')
  const [draft, setDraft, base] = useDraftState<PromoDraft>(formDraft, 'draft', promo ?? blank)
  const [value, setValue] = useDraftState(formDraft, 'value', typedValue(promo ?? blank))
  const [most, setMost] = useDraftState(formDraft, 'most', promo?.max_uses ? `${promo.max_uses}` : '')
  const current = seasons?.rows.find((season) => season.current)
  const season_id = draft.season_id || (current?.id ?? 0)

  const promoDraft: PromoDraft = {
    ...draft,
    season_id,
    value: draft.percentage ? hundredths(value) : (parseDollars(value) ?? 0),
    // Input that is not a number is reported at the field.
    max_uses: most.trim() === '' ? null : /^\d{1,6}$/.test(most.trim()) ? Number(most) : 0,
  }
  const plan = planPromoCode(promoDraft)
  const fixed = (promo?.applied ?? 0) > 0
  const changeCheck = plan.ok && promo ? checkPromoChange(promo, plan.value, promo.applied) : plan
  const wrong = (field: string) =>
    !changeCheck.ok && 'field' in changeCheck.refusal && changeCheck.refusal.field === field
      ? explain(changeCheck.refusal)
      : undefined
  const set = (change: Partial<PromoDraft>) => setDraft({ ...draft, ...change })
  const dayField = (name: 'valid_from' | 'valid_through', label: string, help: string) => (
    <TextField
      label={label}
      name={name}
      type="date"
      help={help}
      value={draft[name] ?? ''}
      // The browser's own date field writes calendar dates.
      onChange={(text) => set({ [name]: text === '' ? null : (text as CalendarDate) })}
      error={wrong(name)}
      optional
    />
  )

  const mutationOptions = {
    refreshes: ['GET /v1/office/promo-codes'] as const,
    failure: 'in place' as const,
    onSuccess: () => {
      formDraft.clear()
      toast(promo ? 'Promo code saved' : 'Promo code created')
      onClose()
    },
  }
  const creating = useAct('POST /v1/office/promo-codes', mutationOptions)
  const changing = useAct('PUT /v1/office/promo-codes/{id}', mutationOptions)
  const removing = useAct('DELETE /v1/office/promo-codes/{id}', {
    ...mutationOptions,
    onSuccess: () => {
      formDraft.clear()
      toast('Promo code deleted')
      onClose()
    },
  })
  const { isPending, error } = promo ? changing : creating

  function save() {
    const { code, type, percentage, unique, event_id, note, max_uses, valid_from, valid_through } = promoDraft
    const applies = { type, value: promoDraft.value, percentage, unique, event_id, season_id }
    const terms = { ...applies, max_uses, valid_from, valid_through, note }
    if (promo) changing.mutate({ params: { id: promo.id }, body: { ...terms, base } })
    else creating.mutate({ body: { code, ...terms } })
  }
  return (
    <Dialog opened title={promo ? promo.code : 'New promo code'} onCancel={onClose} width={690}>
      <Form draft={formDraft} error={error ?? removing.error} pending={isPending} onSubmit={save}>
        {!promo && (
          <TextField
            label="Code"
            name="code"
            help="What people type. Capital letters make no difference."
            value={draft.code}
            onChange={(text) => set({ code: text.toUpperCase() })}
            error={wrong('code')}
            maxLength={40}
          />
        )}
        {fixed ? (
          <p>
            {promo?.applied === 1 ? 'One registration has' : `${promo?.applied} registrations have`} this code, so its
            value and where it applies cannot change.
          </p>
        ) : (
          <>
            <FieldRow>
              <div>
                <SegmentedControl
                  fullWidth
                  mb={8}
                  aria-label="Amount or percent"
                  value={draft.percentage ? 'share' : 'amount'}
                  onChange={(next) => set({ percentage: next === 'share' })}
                  data={[
                    { value: 'amount', label: 'Amount' },
                    { value: 'share', label: 'Percent' },
                  ]}
                />
                <TextField
                  label={draft.percentage ? 'Percent taken off' : 'Amount taken off'}
                  name="value"
                  value={value}
                  onChange={setValue}
                  error={wrong('value')}
                  inputMode="decimal"
                  left={draft.percentage ? '%' : '$'}
                  maxLength={10}
                />
              </div>
              <SelectField
                label="Applies to"
                value={draft.type}
                options={parts}
                onChange={(type) => type && set({ type })}
                error={undefined}
                help="Never more than that part costs."
              />
            </FieldRow>
            <FieldRow>
              <SelectField
                label="Event"
                value={draft.event_id}
                options={(events?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(event_id) => set({ event_id })}
                error={undefined}
                optional
                placeholder="Every event"
              />
              <SelectField
                label="Season"
                value={season_id || null}
                options={(seasons?.rows ?? []).map(({ id, start_year, end_year }) => ({
                  value: id,
                  label: `${start_year}–${end_year}`,
                }))}
                onChange={(next) => next && set({ season_id: next })}
                error={season_id ? undefined : 'Required'}
              />
            </FieldRow>
            <ToggleField
              label="Replaces every other code"
              help="A registration can have only one such code; adding it removes the others."
              value={draft.unique}
              onChange={(unique) => set({ unique })}
              error={undefined}
            />
          </>
        )}
        <FieldRow>
          <TextField
            label="Total uses"
            name="max_uses"
            help="Always once per account, event and season."
            value={most}
            onChange={setMost}
            error={wrong('max_uses')}
            inputMode="numeric"
            placeholder="No limit"
            optional
            maxLength={6}
          />
          {dayField('valid_from', 'First day', 'Empty: from now on.')}
          {dayField('valid_through', 'Last day', 'Through that day, in the city’s time zone.')}
        </FieldRow>
        <TextField
          label="Note"
          help="Only the office sees this."
          value={draft.note}
          onChange={(note) => set({ note })}
          error={undefined}
          optional
          maxLength={300}
        />
        <DialogSubmit
          draft={formDraft}
          onClose={onClose}
          pending={isPending}
          beside={
            promo &&
            !fixed && (
              <Button
                variant="default"
                onClick={() =>
                  void confirm({
                    title: `Delete ${promo.code}?`,
                    message: 'No registration uses it. The audit log keeps a record.',
                    yes: 'Yes, delete it',
                    no: 'No, keep it',
                    consequence: 'loss',
                    act: () => removing.mutateAsync({ params: { id: promo.id } }),
                  })
                }
              >
                Delete
              </Button>
            )
          }
        >
          {promo ? 'Save' : 'Create code'}
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
