import { emailError } from '@callboard/domain/roster/contact.ts'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import type { CityPart } from './flag-words.ts'

/** Employees who get mails about payments, promo codes and credit, if the city allows them. OFF-038. */
export function CityEmployees({ city, onChange, readOnly }: CityPart) {
  const [addressesText, setAddressesText] = useState(city.employee_emails.join('\n'))
  if (!city.employee_email_allowed) return null
  const wrong = city.employee_emails.find((address) => emailError(address, true) !== null)
  return (
    <Panel title="Employee emails">
      <Textarea
        label="Email addresses, one on each line"
        description="They are notified of payments, promo codes and credit in this city. If empty, the event’s email for questions is notified."
        autosize
        minRows={2}
        value={addressesText}
        disabled={readOnly}
        error={wrong && `${wrong} is not an email address.`}
        onChange={({ currentTarget: { value } }) => {
          setAddressesText(value)
          onChange({ employee_emails: value.split(/[\s,;]+/).filter(Boolean) })
        }}
      />
    </Panel>
  )
}
