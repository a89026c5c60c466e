import { missingBillTo } from '@callboard/domain/payments/bill-to.ts'
import { Button } from '@mantine/core'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FieldRow, Form, Submit } from '../ui/Form.tsx'
import { useFocusWhenLost } from '../ui/focus-when-lost.ts'
import styles from './Payments.module.css'
import type { BillTo, PaymentStatus } from './use-pay.ts'
import { useDraft, useDraftState, type FormDraft } from '../ui/use-draft.ts'

type BillingFormProps = {
  paymentStatus: Pick<PaymentStatus, 'countries' | 'states'>
  /** Name and address of the account. */
  start: BillTo
  /** The address as it stands; null while a part of it is missing. */
  onBillTo: (bill_to: BillTo | null) => void
}

/** Billing name and address of the card or account; a whole address needs no press. PAY-013, PAY-014. */
export function BillingForm({ paymentStatus, start, onBillTo }: BillingFormProps) {
  const formDraft = useDraft('payments/billing')
  const [form, setForm] = useDraftState(formDraft, 'form', start)
  const isWhole = missingBillTo(form).length === 0
  const [isOpen, setOpen] = useState(!isWhole)
  // NEXT and Change go away with what they do.
  const part = useFocusWhenLost<HTMLDivElement>(isOpen)
  const tell = useEffectEvent(onBillTo)
  // Before it is painted, so that Pay is never shown as blocked by an address that is there.
  useLayoutEffect(() => tell(isWhole ? form : null), [form, isWhole])
  return (
    <div ref={part} tabIndex={-1}>
      {isOpen ? (
        <Fields
          paymentStatus={paymentStatus}
          draft={formDraft}
          form={form}
          onChange={setForm}
          onSubmit={() => setOpen(false)}
        />
      ) : (
        <Summary paymentStatus={paymentStatus} billTo={form} onChange={() => setOpen(true)} />
      )}
    </div>
  )
}

type SummaryProps = Pick<BillingFormProps, 'paymentStatus'> & { billTo: BillTo; onChange: () => void }

function Summary({ paymentStatus: { states }, billTo, onChange }: SummaryProps) {
  const state = states.find(({ id }) => id === billTo.state_id)?.name
  return (
    <div className={styles['summary']}>
      <address>
        <strong>Billing</strong>
        <br />
        {billTo.firstName} {billTo.lastName}
        <br />
        {billTo.address}
        <br />
        {[billTo.city, state, billTo.zip].filter(Boolean).join(', ')}
      </address>
      <Button size="sm" variant="default" aria-label="Change the billing address" onClick={onChange}>
        Change
      </Button>
    </div>
  )
}

type FieldsProps = Pick<BillingFormProps, 'paymentStatus'> & {
  draft: FormDraft
  form: BillTo
  onChange: (form: BillTo) => void
  onSubmit: () => void
}

function Fields({ paymentStatus: { countries, states }, draft, form, onChange, onSubmit }: FieldsProps) {
  const missing = new Set(missingBillTo(form))
  const regions = states.filter(({ country_id }) => country_id === form.country_id)
  const hasStates = regions.length > 0
  const text = (field: 'firstName' | 'lastName' | 'address' | 'city' | 'zip', label: string, autoComplete: string) => (
    <TextField
      label={label}
      name={field}
      autoComplete={autoComplete}
      value={form[field]}
      error={missing.has(field) ? 'Required' : undefined}
      onChange={(value) => onChange({ ...form, [field]: value })}
      maxLength={field === 'zip' ? 12 : field === 'address' ? 120 : 60}
      optional={field === 'zip' && !hasStates}
    />
  )
  return (
    <Form draft={draft} title="Billing" error={undefined} pending={false} onSubmit={onSubmit}>
      <FieldRow>
        {text('firstName', 'First name', 'billing given-name')}
        {text('lastName', 'Last name', 'billing family-name')}
      </FieldRow>
      {text('address', 'Billing address', 'billing street-address')}
      <FieldRow>
        {text('city', 'City', 'billing address-level2')}
        {text('zip', 'ZIP / postal code', 'billing postal-code')}
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Country"
          name="country_id"
          value={form.country_id}
          error={missing.has('country_id') ? 'Required' : undefined}
          options={countries.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(country_id) => onChange({ ...form, country_id, state_id: null })}
        />
        {hasStates && (
          <SelectField
            label="State / province"
            name="state_id"
            value={form.state_id}
            error={missing.has('state_id') ? 'Required' : undefined}
            options={regions.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(state_id) => onChange({ ...form, state_id })}
          />
        )}
      </FieldRow>
      <Submit pending={false}>NEXT</Submit>
    </Form>
  )
}
