import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FieldRow, Form, Submit } from '../../ui/Form.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { PasswordField } from '../../ui/secret-fields.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { BirthdateField, MoneyField, PhoneField } from '../../ui/masked-fields.tsx'
import { toast } from '../../ui/toasts.ts'

const blank = {
  fname: '',
  lname: '',
  email: '',
  phone: '',
  birthdate: null as CalendarDate | null,
  credit: null as Cents | null,
  level: null as number | null,
  password: '',
  notes: '',
  oneDay: false,
}

const required = (value: unknown) => (value ? undefined : 'Required')

export function KitForm() {
  const [draft, setDraft] = useState(blank)
  const [error, setError] = useState<{ message: string; field: string }>()
  const change = (part: Partial<typeof blank>) => setDraft({ ...draft, ...part })
  return (
    <Form
      draft="development only"
      error={error}
      pending={false}
      onSubmit={() => {
        setError({ field: 'email', message: 'This email address belongs to somebody else.' })
        toast('Saved for Ana Ruiz')
      }}
    >
      <FieldRow>
        <TextField
          label="First name"
          name="fname"
          value={draft.fname}
          error={required(draft.fname)}
          onChange={(fname) => change({ fname })}
        />
        <TextField
          label="Last name"
          name="lname"
          value={draft.lname}
          error={required(draft.lname)}
          onChange={(lname) => change({ lname })}
        />
      </FieldRow>
      <TextField
        label="Email"
        name="email"
        type="email"
        help="Reminders about waivers and music go here."
        value={draft.email}
        error={required(draft.email)}
        onChange={(email) => change({ email })}
      />
      <FieldRow>
        <PhoneField
          label="Cell phone"
          optional
          value={draft.phone}
          error={undefined}
          onChange={(phone) => change({ phone })}
        />
        <BirthdateField
          label="Birthdate"
          value={draft.birthdate}
          error={required(draft.birthdate)}
          onChange={(birthdate) => change({ birthdate })}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Level"
          options={['Mini', 'Junior', 'Teen', 'Senior'].map((label, value) => ({ value, label }))}
          value={draft.level}
          error={draft.level === null ? 'Please select a valid workshop level.' : undefined}
          onChange={(level) => change({ level })}
        />
        <MoneyField
          label="Earlier credit"
          optional
          value={draft.credit}
          error={undefined}
          onChange={(credit) => change({ credit })}
        />
      </FieldRow>
      <PasswordField
        label="Password"
        help="at least 6 characters, 1 capital letter, 1 number"
        autoComplete="new-password"
        value={draft.password}
        error={required(draft.password)}
        onChange={(password) => change({ password })}
      />
      <ToggleField
        label="Comes for one day only"
        value={draft.oneDay}
        error={undefined}
        onChange={(oneDay) => change({ oneDay })}
      />
      <LongTextField
        label="Anything the office should know"
        optional
        lines={3}
        value={draft.notes}
        error={undefined}
        onChange={(notes) => change({ notes })}
      />
      <Submit
        pending={false}
        beside={
          <Button variant="default" onClick={() => setDraft(blank)}>
            Start over
          </Button>
        }
      >
        Add to roster
      </Submit>
    </Form>
  )
}
