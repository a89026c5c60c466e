import { emailError } from '@callboard/domain/people/contact.ts'
import { FieldRow } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { PhoneField } from '../ui/masked-fields.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ancillaryErrors, type AncillaryPerson } from './ancillary-person.ts'

type ContactProps = {
  review_email: string
  onEmail: (review_email: string) => void
  /** Null: a studio answers for the registration. */
  person: AncillaryPerson | null
  onPerson: (change: Partial<AncillaryPerson>) => void
}

/** Who is written to, and (without a studio) who answers for the registration. REV-002, REV-003. */
export function Contact({ review_email, onEmail, person, onPerson }: ContactProps) {
  const errors = person ? ancillaryErrors(person) : {}
  return (
    <>
      <Panel title="Where we write to">
        <TextField
          label="Review e-mail"
          name="review_email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={review_email}
          onChange={onEmail}
          error={emailError(review_email, true) ?? undefined}
          help="The confirmation of this registration goes here."
        />
      </Panel>
      {person && (
        <Panel title="Who answers for this registration">
          <FieldRow>
            <TextField
              label="First name"
              name="fname"
              autoComplete="given-name"
              value={person.fname}
              onChange={(fname) => onPerson({ fname })}
              error={errors.fname}
            />
            <TextField
              label="Last name"
              name="lname"
              autoComplete="family-name"
              value={person.lname}
              onChange={(lname) => onPerson({ lname })}
              error={errors.lname}
            />
            <TextField
              label="Address"
              name="address"
              autoComplete="street-address"
              value={person.address}
              onChange={(address) => onPerson({ address })}
              error={errors.address}
            />
            <PhoneField
              label="Phone"
              name="phone"
              value={person.phone}
              onChange={(phone) => onPerson({ phone })}
              error={errors.phone}
            />
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="email"
              value={person.email}
              onChange={(email) => onPerson({ email })}
              error={errors.email}
              optional
            />
          </FieldRow>
        </Panel>
      )}
    </>
  )
}
