import type { ReactNode } from 'react'
import { SelectField, TextField, type Option } from './fields.tsx'
import { FieldRow } from './Form.tsx'
import { PhoneField } from './masked-fields.tsx'

export type PersonEntry = { fname: string; lname: string; email: string; phone: string }
type Field = keyof PersonEntry

type PersonFieldsProps = {
  value: PersonEntry
  onChange: (change: Partial<PersonEntry>) => void
  /** By the names of the fields, after the prefix. */
  errors: Readonly<Record<string, string | undefined>>
  /** Prefix of the field names, as in the server's refusals: 'contact.'. */
  prefix?: string
  /** Labels of one's own, where the plain ones would be taken for somebody else's. */
  labels?: Partial<Record<Field, string>>
  optional?: readonly Field[]
  /** Says where the address is used. */
  emailHelp?: string
  /** The browser may fill in who is signed in: only where the form is about them. */
  own?: boolean
  /** Between the names and how the person is reached: an address. */
  children?: ReactNode
  /** Without how the person is reached. */
  namesOnly?: boolean
}

const plain: Record<Field, string> = { fname: 'First name', lname: 'Last name', email: 'Email', phone: 'Phone' }
const autoCompleteTokens = { fname: 'given-name', lname: 'family-name', email: 'email' } as const

/** Name and contact fields, shared by all forms that ask for a person. ACC-064, ACC-079. */
export function PersonFields(props: PersonFieldsProps) {
  const { value, onChange, errors, prefix = '', labels = {}, optional = [], own = false, namesOnly = false } = props
  const { emailHelp } = props
  const common = (field: Field) => ({
    label: labels[field] ?? plain[field],
    name: `${prefix}${field}`,
    value: value[field],
    onChange: (text: string) => onChange({ [field]: text }),
    error: errors[`${prefix}${field}`],
    ...(optional.includes(field) && { optional: true }),
  })
  const fillIn = (field: keyof typeof autoCompleteTokens) => (own ? { autoComplete: autoCompleteTokens[field] } : {})
  return (
    <>
      <FieldRow>
        <TextField {...common('fname')} {...fillIn('fname')} maxLength={60} />
        <TextField {...common('lname')} {...fillIn('lname')} maxLength={60} />
      </FieldRow>
      {props.children}
      {!namesOnly && (
        <FieldRow>
          <TextField {...common('email')} {...fillIn('email')} {...(emailHelp && { help: emailHelp })} type="email" />
          <PhoneField {...common('phone')} />
        </FieldRow>
      )}
    </>
  )
}

type PersonTypeProps = {
  label: string
  name?: string
  value: number | null
  onChange: (id: number | null) => void
  types: readonly { id: number; name: string }[]
  error: string | undefined
  optional?: boolean
}

/** Selects the person type: dancer, teacher, parent or a studio role. */
export const PersonTypeField = ({ types, name = 'person_type_id', ...field }: PersonTypeProps) => (
  <SelectField
    {...field}
    name={name}
    options={types.map(({ id, name: label }): Option<number> => ({ value: id, label }))}
  />
)
