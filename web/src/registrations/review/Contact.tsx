import { emailError } from '@callboard/domain/roster/contact.ts'
import { Stack } from '@mantine/core'
import { TextField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PersonFields } from '../../ui/PersonFields.tsx'
import { ancillaryErrors, type AncillaryPerson } from './ancillary-person.ts'

type ContactProps = {
  review_email: string
  onEmail: (review_email: string) => void
  /** Null: a studio answers for the registration. */
  person: AncillaryPerson | null
  onPerson: (change: Partial<AncillaryPerson>) => void
}

/** Confirmation email and, without a studio, the responsible contact. REV-002, REV-003. */
export function Contact({ review_email, onEmail, person, onPerson }: ContactProps) {
  const errors = person ? ancillaryErrors(person) : {}
  return (
    <>
      <Panel title="Confirmation email">
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
        <Panel title="Contact for this registration">
          <Stack gap="lg">
            <PersonFields own value={person} onChange={onPerson} errors={errors} optional={['email']}>
              <TextField
                label="Address"
                name="address"
                autoComplete="street-address"
                value={person.address}
                onChange={(address) => onPerson({ address })}
                error={errors.address}
              />
            </PersonFields>
          </Stack>
        </Panel>
      )}
    </>
  )
}
