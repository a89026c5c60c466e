import { passwordHint } from '@callboard/domain/accounts/password.ts'
import { registrationContactsOf } from '@callboard/domain/accounts/person-types.ts'
import { studioFormErrors, type StudioForm as Entry } from '@callboard/domain/accounts/studio-form.ts'
import { Button, Radio, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextField } from '../ui/fields.tsx'
import { PasswordField } from '../ui/secret-fields.tsx'
import { FieldRow, Form, Submit } from '../ui/Form.tsx'
import type { FormError } from '../ui/form-state.ts'
import { PhoneField } from '../ui/masked-fields.tsx'
import type { FormDraft } from '../ui/use-draft.ts'
import { PersonFields, PersonTypeField } from '../ui/PersonFields.tsx'
import { AddressFields, emptyAddress, usePeopleLists } from './AddressFields.tsx'

const nobody = { fname: '', lname: '', email: '', phone: '' }

export const emptyStudio: Entry = {
  name: '',
  website: '',
  email: '',
  phone: '',
  address: emptyAddress,
  owner: nobody,
  primary: 'owner',
  contact: { ...nobody, person_type_id: null },
  account: null,
}

export const newAccount = { email: '', email2: '', password: '', password2: '' }

type StudioFormProps = {
  value: Entry
  onChange: (entry: Entry) => void
  error: FormError | null | undefined
  pending: boolean
  draft: FormDraft
  onSubmit: () => void
  onCancel: () => void
  cancelText?: string
  submitText?: string
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="lg" component="section">
    <Title order={2} size="h3">
      {title}
    </Title>
    {children}
  </Stack>
)

/** Form of a studio's data; on sign-up (`account` is set) also of its account. ACC-043 to ACC-047. */
export function StudioForm(props: StudioFormProps) {
  const { value, onChange, error, pending, draft, onSubmit, onCancel, cancelText = 'Back', submitText = 'Save' } = props
  const errors = studioFormErrors(value)
  const set = (change: Partial<Entry>) => onChange({ ...value, ...change })
  const part = { value, set, errors }
  return (
    <Form error={error} pending={pending} draft={draft} onSubmit={onSubmit}>
      <Stack gap={40}>
        <StudioInfo {...part} />
        {value.account && <Account {...part} account={value.account} />}
        <Owner {...part} />
        <Handler {...part} />
      </Stack>
      <Submit
        pending={pending}
        beside={
          <Button variant="default" onClick={onCancel}>
            {cancelText}
          </Button>
        }
      >
        {submitText}
      </Submit>
    </Form>
  )
}

type PartProps = {
  value: Entry
  set: (change: Partial<Entry>) => void
  errors: ReturnType<typeof studioFormErrors>
}

const StudioInfo = ({ value, set, errors }: PartProps) => (
  <Section title="Studio">
    <TextField
      label="Studio name"
      name="name"
      autoComplete="organization"
      maxLength={120}
      value={value.name}
      onChange={(name) => set({ name })}
      error={errors.name}
    />
    <AddressFields value={value.address} onChange={(address) => set({ address })} />
    <FieldRow>
      <PhoneField
        label="Phone"
        name="phone"
        value={value.phone}
        onChange={(phone) => set({ phone })}
        error={errors.phone}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={value.email}
        onChange={(email) => set({ email })}
        error={errors.email}
      />
    </FieldRow>
    <TextField
      label="Website"
      name="website"
      type="url"
      optional
      maxLength={200}
      value={value.website}
      onChange={(website) => set({ website })}
      error={errors.website}
    />
  </Section>
)

function Account({ set, errors, account }: PartProps & { account: NonNullable<Entry['account']> }) {
  const change = (field: keyof typeof account) => (text: string) => set({ account: { ...account, [field]: text } })
  return (
    <Section title="Account">
      <FieldRow>
        <TextField
          label="Account email"
          name="account.email"
          type="email"
          autoComplete="username"
          help="You sign in with this email."
          value={account.email}
          onChange={change('email')}
          error={errors['account.email']}
        />
        <TextField
          label="Repeat account email"
          name="account.email2"
          type="email"
          autoComplete="off"
          value={account.email2}
          onChange={change('email2')}
          error={errors['account.email2']}
        />
      </FieldRow>
      <PasswordField
        label="Password"
        name="account.password"
        autoComplete="new-password"
        help={passwordHint}
        value={account.password}
        onChange={change('password')}
        error={errors['account.password']}
      />
      <PasswordField
        label="Repeat password"
        name="account.password2"
        autoComplete="new-password"
        value={account.password2}
        onChange={change('password2')}
        error={errors['account.password2']}
      />
    </Section>
  )
}

const Owner = ({ value: { owner, account }, set, errors }: PartProps) => (
  <Section title="Studio owner">
    <PersonFields
      value={owner}
      onChange={(change) => set({ owner: { ...owner, ...change } })}
      errors={errors}
      prefix="owner."
      labels={{ email: 'Personal email', phone: 'Cell' }}
      optional={['email', 'phone']}
      namesOnly={!account}
    />
  </Section>
)

function Handler({ value: { primary, contact }, set, errors }: PartProps) {
  const types = registrationContactsOf(usePeopleLists()?.person_types ?? [])
  return (
    <Section title="Registration">
      <Radio.Group
        label="Tell us who handles your registration"
        value={primary}
        onChange={(next) => set({ primary: next === 'contact' ? 'contact' : 'owner' })}
      >
        <Stack gap={8} mt={8}>
          <Radio value="owner" label="The owner" />
          <Radio value="contact" label="Another contact" />
        </Stack>
      </Radio.Group>
      {primary === 'contact' && (
        <>
          <PersonTypeField
            label="Role"
            name="contact.person_type_id"
            value={contact.person_type_id}
            onChange={(person_type_id) => set({ contact: { ...contact, person_type_id } })}
            types={types}
            error={errors['contact.person_type_id']}
          />
          <PersonFields
            value={contact}
            onChange={(change) => set({ contact: { ...contact, ...change } })}
            errors={errors}
            prefix="contact."
            labels={{
              fname: 'Contact’s first name',
              lname: 'Contact’s last name',
              email: 'Contact’s email',
              phone: 'Contact’s phone',
            }}
            optional={['email', 'phone']}
          />
        </>
      )}
    </Section>
  )
}
