import { emailError, contactErrors, isBlank, required } from '@callboard/domain/roster/contact.ts'
import { Stack } from '@mantine/core'
import { TextField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import type { FormDraft } from '../../ui/use-draft.ts'
import { lazy, Suspense } from 'react'

/** A studio's review has no such form. */
const PersonFields = lazy(async () => ({ default: (await import('../../ui/PersonFields.tsx')).PersonFields }))

export type AncillaryPerson = { fname: string; lname: string; address: string; phone: string; email: string }

export const nobody: AncillaryPerson = { fname: '', lname: '', address: '', phone: '', email: '' }

type Errors = Partial<Record<keyof AncillaryPerson, string>>

/** Returns the missing fields of the responsible contact of a registration without a studio. REV-003. */
export function ancillaryErrors(person: AncillaryPerson): Errors {
  return {
    ...contactErrors(person, { fname: true, lname: true, phone: true }),
    ...(isBlank(person.address) && { address: required }),
  }
}

type ContactProps = {
  formDraft: FormDraft
  review_email: string
  onEmail: (review_email: string) => void
  /** Null: a studio answers for the registration. */
  person: AncillaryPerson | null
  onPerson: (change: Partial<AncillaryPerson>) => void
}

/** Confirmation email and, without a studio, the responsible contact. REV-002, REV-003. */
export function Contact({ formDraft, review_email, onEmail, person, onPerson }: ContactProps) {
  const errors = person ? ancillaryErrors(person) : {}
  return (
    <>
      <RestoredNotice draft={formDraft} />
      <Panel title="Confirmation email">
        <TextField
          label="Review email"
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
            <Suspense>
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
            </Suspense>
          </Stack>
        </Panel>
      )}
    </>
  )
}
