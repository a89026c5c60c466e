import { relationships, type WaiverForm, type WaiverPerson } from '@callboard/domain/waivers/form.ts'
import { Stack, Title } from '@mantine/core'
import { useLookup } from '../api/use-lookup.ts'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FieldRow } from '../ui/Form.tsx'
import { BirthdateField } from '../ui/masked-fields.tsx'
import { PersonFields } from '../ui/PersonFields.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import styles from './Waivers.module.css'
import { birthdateAsSent, birthdateOf } from './draft.ts'

type Errors = Readonly<Record<string, string | undefined>>
type WaiverFieldsProps = { form: WaiverForm; onChange: (form: WaiverForm) => void; self: boolean; errors: Errors }

const useGenders = () => useLookup('GET /v1/mybtf/people-lists', {}, { staleTime: 3_600_000 })?.genders ?? []

/** The waiver's form: who takes part, and the parent who signs for them. WAIV-004, ACC-079. */
export function WaiverFields({ form, onChange, self, errors }: WaiverFieldsProps) {
  const { parent } = form
  const part = (
    <Person
      person={form}
      prefix=""
      errors={errors}
      own={self}
      needsAddress={self || !form.sameAddressAsParent}
      reachedOptionally={!self}
      onChange={(change) => onChange({ ...form, ...change })}
    />
  )
  if (self || !parent) return part
  return (
    <Stack gap="lg">
      <div>
        <Title order={3} size="h4">
          The participant
        </Title>
        <p className={styles['quiet']}>If they have no email or phone of their own, yours are used.</p>
      </div>
      {part}
      <Title order={3} size="h4">
        You, the parent or guardian
      </Title>
      <SelectField
        label="You are the participant’s"
        name="parent_relationship"
        value={form.parent_relationship}
        options={relationships.map((value) => ({ value, label: value }))}
        onChange={(parent_relationship) => onChange({ ...form, parent_relationship })}
        error={errors['parent_relationship']}
      />
      <Person
        person={parent}
        prefix="parent."
        errors={errors}
        own
        needsAddress
        onChange={(change) => onChange({ ...form, parent: { ...parent, ...change } })}
      />
      <Checkbox
        label="The participant lives at the same address"
        checked={form.sameAddressAsParent}
        onChange={({ currentTarget }) => onChange({ ...form, sameAddressAsParent: currentTarget.checked })}
      />
    </Stack>
  )
}

type PersonProps = {
  person: WaiverPerson
  prefix: string
  errors: Errors
  own: boolean
  needsAddress: boolean
  /** Left empty, the parent's email and phone are taken. */
  reachedOptionally?: boolean
  onChange: (change: Partial<WaiverPerson>) => void
}

function Person({ person, prefix, errors, own, needsAddress, reachedOptionally = false, onChange }: PersonProps) {
  const genders = useGenders()
  const of = (field: keyof WaiverPerson) => errors[`${prefix}${field}`]
  const fieldErrors = {
    ...errors,
    [`${prefix}email`]: of('emailValue'),
    [`${prefix}phone`]: of('phoneValue'),
  }
  const isParent = prefix !== ''
  return (
    <PersonFields
      value={{ fname: person.fname, lname: person.lname, email: person.emailValue, phone: person.phoneValue }}
      prefix={prefix}
      errors={fieldErrors}
      own={own}
      {...(own && { emailHelp: 'Your copy of the signed waiver is sent here.' })}
      optional={reachedOptionally ? ['email', 'phone'] : []}
      labels={
        isParent ? { fname: 'Your first name', lname: 'Your last name', email: 'Your email', phone: 'Your phone' } : {}
      }
      onChange={({ email, phone, ...names }) =>
        onChange({
          ...names,
          ...(email !== undefined && { emailValue: email }),
          ...(phone !== undefined && { phoneValue: phone }),
        })
      }
    >
      <FieldRow>
        <BirthdateField
          label={isParent ? 'Your birthdate' : 'Birthdate'}
          name={`${prefix}birthdateString`}
          optional={isParent}
          value={birthdateOf(person.birthdateString)}
          onChange={(date) => onChange({ birthdateString: birthdateAsSent(date) })}
          error={of('birthdateString')}
        />
        <SelectField
          label={isParent ? 'Your gender' : 'Gender'}
          name={`${prefix}gender_id`}
          value={person.gender_id}
          options={genders.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(gender_id) => onChange({ gender_id })}
          error={of('gender_id')}
        />
      </FieldRow>
      {needsAddress && (
        <TextField
          label={isParent ? 'Your address' : 'Address'}
          name={`${prefix}address`}
          help="Street, city, state and zip"
          maxLength={200}
          {...(own && { autoComplete: 'street-address' })}
          value={person.address}
          onChange={(address) => onChange({ address })}
          error={of('address')}
        />
      )}
    </PersonFields>
  )
}
