// @vitest-environment jsdom
import { contactErrors } from '@callboard/domain/roster/contact.ts'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Form, Submit } from '../../web/src/ui/Form.tsx'
import { PersonFields, type PersonEntry } from '../../web/src/ui/PersonFields.tsx'
import { TextField } from '../../web/src/ui/fields.tsx'

const nobody: PersonEntry = { fname: '', lname: '', email: '', phone: '' }

type Use = { prefix?: string; needsPhone: boolean; onSubmit: (entry: PersonEntry) => void; withAddress?: boolean }

/** The form as some place uses it: which fields are required differs. */
function InUse({ prefix = '', needsPhone, onSubmit, withAddress = false }: Use) {
  const [entry, setEntry] = useState(nobody)
  const errors = contactErrors(entry, { fname: true, lname: true, phone: needsPhone })
  const namedErrors = Object.fromEntries(Object.entries(errors).map(([field, why]) => [`${prefix}${field}`, why]))
  return (
    <MantineProvider env="test">
      <Form draft="development only" error={null} pending={false} onSubmit={() => onSubmit(entry)}>
        <PersonFields
          value={entry}
          onChange={(change) => setEntry({ ...entry, ...change })}
          errors={namedErrors}
          prefix={prefix}
          optional={needsPhone ? ['email'] : ['email', 'phone']}
        >
          {withAddress && <TextField label="Address" value="" onChange={() => {}} error={undefined} />}
        </PersonFields>
        <Submit pending={false}>Save</Submit>
      </Form>
    </MantineProvider>
  )
}

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('ACC-064 ACC-079 one form asks for a person on every screen: names, address, contact, each place with its own rules', () => {
  const onSubmit = vi.fn()
  render(<InUse needsPhone onSubmit={onSubmit} withAddress />)
  const order = screen.getAllByRole('textbox').map((field) => field.getAttribute('name') ?? 'address')
  expect(order).toEqual(['fname', 'lname', 'address', 'email', 'phone'])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getAllByText('Required')).toHaveLength(3)
  expect(onSubmit).not.toHaveBeenCalled()
  type(/First name/, 'Rosa')
  type(/Last name/, 'Lind')
  type(/Email/, 'rosa')
  type(/Phone/, '4155550132')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Must be valid email')).toBeTruthy()
  type(/Email/, 'rosa@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const entry = { fname: 'Rosa', lname: 'Lind', email: 'rosa@example.com', phone: '(415) 555-0132' }
  expect(onSubmit).toHaveBeenCalledWith(entry)
})

test('ACC-064 ACC-079 where neither phone nor email is needed names are enough, under the names the place gives its fields', () => {
  const onSubmit = vi.fn()
  render(<InUse needsPhone={false} prefix="contact." onSubmit={onSubmit} />)
  expect(screen.getByLabelText(/First name/).getAttribute('name')).toBe('contact.fname')
  type(/First name/, 'Rosa')
  type(/Last name/, 'Lind')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledWith({ ...nobody, fname: 'Rosa', lname: 'Lind' })
})
