// @vitest-environment jsdom
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { CompactSelect } from '../../web/src/ui/CompactSelect.tsx'
import { TextField, type FieldProps } from '../../web/src/ui/fields.tsx'
import { Form, Submit } from '../../web/src/ui/Form.tsx'
import { BirthdateField, MoneyField, PhoneField } from '../../web/src/ui/masked-fields.tsx'
import { CodeField } from '../../web/src/ui/secret-fields.tsx'

const show = (part: ReactNode) => render(part, { wrapper: MantineProvider })
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

function AddPerson({
  onSubmit,
  error = null,
}: {
  onSubmit: () => void
  error?: { message: string; field?: string | undefined } | null
}) {
  const [fname, setFname] = useState('Ana')
  const [email, setEmail] = useState('')
  return (
    <Form draft="development only" error={error} pending={false} onSubmit={onSubmit}>
      <TextField
        label="First name"
        name="fname"
        value={fname}
        onChange={setFname}
        error={fname ? undefined : 'Required'}
      />
      <TextField label="Email" name="email" value={email} onChange={setEmail} error={email ? undefined : 'Required'} />
      <Submit pending={false}>Add to roster</Submit>
    </Form>
  )
}

test('ERR-023 ERR-028 submitting scrolls to and focuses the first field that is not right, and sends nothing', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const onSubmit = vi.fn()
  show(<AddPerson onSubmit={onSubmit} />)
  expect(screen.queryByText('Required')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add to roster' }))
  expect(document.activeElement).toBe(field('Email'))
  expect(scroll).toHaveBeenCalled()
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Required')
  expect(onSubmit).not.toHaveBeenCalled()
  type('Email', 'ana@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Add to roster' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a field says what is wrong once it has been left', () => {
  show(<AddPerson onSubmit={() => {}} />)
  fireEvent.blur(field('Email'))
  screen.getByText('Required')
})

test('an error waits for the end of a press, so that the pressed button stays below the pointer', async () => {
  const onSubmit = vi.fn()
  show(<AddPerson onSubmit={onSubmit} />)
  const button = screen.getByRole('button', { name: 'Add to roster' })
  fireEvent.mouseDown(button)
  // A browser tells of a change as the field is left.
  field('Email').dispatchEvent(new Event('change', { bubbles: true }))
  fireEvent.blur(field('Email'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.queryByText('Required')).toBeNull()
  fireEvent.mouseUp(button)
  expect(screen.queryByText('Required')).toBeNull()
  await screen.findByText('Required')
  fireEvent.blur(field('First name'))
  type('First name', '')
  expect(screen.getAllByText('Required')).toHaveLength(2)
})

test('ERR-023 a refusal keeps the input, focuses its field, and is shown only there', () => {
  const { rerender } = show(<AddPerson onSubmit={() => {}} />)
  type('Email', 'ana@example.com')
  rerender(<AddPerson onSubmit={() => {}} error={{ message: 'This address is taken.', field: 'email' }} />)
  expect(screen.getAllByText('This address is taken.')).toHaveLength(1)
  expect(describedBy(field('Email'))).toContain('This address is taken.')
  expect(field('Email').value).toBe('ana@example.com')
  expect(document.activeElement).toBe(field('Email'))
})

test('ERR-023 a refusal of no field is scrolled to, below a form of any length', () => {
  const scrolled: Element[] = []
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this)
  })
  const { rerender } = show(<AddPerson onSubmit={() => {}} />)
  rerender(<AddPerson onSubmit={() => {}} error={{ message: 'Someone else has deleted it.' }} />)
  expect(scrolled[0]?.textContent).toBe('Someone else has deleted it.')
  expect(scrolled[0]?.getAttribute('role')).toBe('alert')
  scroll.mockRestore()
})

test('a refusal goes from its field once the value changes, and comes back with the next answer', () => {
  const { rerender } = show(<AddPerson onSubmit={() => {}} />)
  type('Email', 'ana@example.com')
  const refuse = () =>
    rerender(<AddPerson onSubmit={() => {}} error={{ message: 'This address is taken.', field: 'email' }} />)
  refuse()
  type('First name', 'Anna')
  screen.getByText('This address is taken.')
  type('Email', 'anna@example.com')
  expect(screen.queryByText('This address is taken.')).toBeNull()
  expect(field('Email').getAttribute('aria-invalid')).not.toBe('true')
  refuse()
  expect(describedBy(field('Email'))).toContain('This address is taken.')
})

test.each([
  ['names no field', undefined],
  ['names a field that is not on this form', 'subdomain'],
])('a refusal that %s is said aloud below the form', (_, at) => {
  const { rerender } = show(<AddPerson onSubmit={() => {}} />)
  rerender(<AddPerson onSubmit={() => {}} error={{ message: 'Not today.', field: at }} />)
  expect(screen.getByRole('alert').textContent).toBe('Not today.')
})

type ControlledFieldProps<Value> = {
  of: (props: FieldProps<Value>) => ReactNode
  label: string
  initial: Value
  onValue?: (value: Value) => void
}

function ControlledField<Value>({ of: Part, label, initial, onValue }: ControlledFieldProps<Value>) {
  const [value, setValue] = useState(initial)
  const change = (next: Value) => {
    onValue?.(next)
    setValue(() => next)
  }
  return <Part label={label} value={value} onChange={change} error={undefined} />
}

test('UI-011 a phone number takes the form (xxx) xxx-xxxx while it is typed', () => {
  show(<ControlledField of={PhoneField} label="Phone" initial="" />)
  for (const [input, formatted] of [
    ['212', '(212'],
    ['2125', '(212) 5'],
    ['212555014', '(212) 555-014'],
    ['212.555.0147', '(212) 555-0147'],
    ['+44 20 7946', '+44207946'],
  ] as const) {
    type('Phone', input)
    expect(field('Phone').value).toBe(formatted)
  }
})

test('a birthdate is typed as MM/DD/YYYY, and is nothing until it is a day of the calendar', () => {
  const onValue = vi.fn()
  show(
    <ControlledField of={BirthdateField} label="Birthdate" initial={null as CalendarDate | null} onValue={onValue} />,
  )
  type('Birthdate', '02302012')
  expect(field('Birthdate').value).toBe('02/30/2012')
  fireEvent.blur(field('Birthdate'))
  screen.getByText('Enter a day as MM/DD/YYYY.')
  type('Birthdate', '2/9/2012')
  expect(onValue.mock.lastCall).toEqual(['2012-02-09'])
})

test('UI-012 an amount carries a $ and is positive only: a minus sign is an error and is not dropped', () => {
  const onValue = vi.fn()
  show(<ControlledField of={MoneyField} label="Amount" initial={null as Cents | null} onValue={onValue} />)
  screen.getByText('$')
  type('Amount', '12.345')
  expect(field('Amount').value).toBe('12.34')
  expect(onValue.mock.lastCall).toEqual([1234])
  for (const negative of ['-5', '\u22125', '5-']) {
    type('Amount', negative)
    expect(field('Amount').value).toBe('-5')
    expect(onValue.mock.lastCall).toEqual([null])
    fireEvent.blur(field('Amount'))
    screen.getByText('Enter an amount above $0.00.')
    type('Amount', '5')
    expect(onValue.mock.lastCall).toEqual([500])
  }
  type('Amount', '0')
  fireEvent.blur(field('Amount'))
  screen.getByText('Enter an amount above $0.00.')
})

function ThreeFields({ onSubmit }: { onSubmit: () => void }) {
  const [texts, setTexts] = useState(['', '', ''])
  return (
    <Form draft="development only" error={null} pending={false} onSubmit={onSubmit}>
      {['First name', 'Who dances?', 'I agree.'].map((label, at) => (
        <TextField
          key={label}
          label={label}
          optional={at === 2}
          value={texts[at] ?? ''}
          onChange={(text) => setTexts(texts.with(at, text))}
          error={texts[at] ? undefined : 'Required'}
        />
      ))}
      <Submit pending={false}>Sign up</Submit>
    </Form>
  )
}

test('ERR-023 many fields that are not right are also named above the form; a double click sends once', () => {
  const onSubmit = vi.fn()
  render(
    <MantineProvider env="test">
      <ThreeFields onSubmit={onSubmit} />
    </MantineProvider>,
  )
  const send = (detail = 1) => fireEvent.click(screen.getByRole('button', { name: 'Sign up' }), { detail })
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please complete or correct: First name, Who dances, I agree.')
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type(/^First name/, 'Ana')
  expect(screen.queryByRole('alert')).toBeNull()
  type(/^Who dances/, 'Ruiz')
  type(/^I agree/, 'Yes')
  send()
  // As browsers count the clicks of a double click.
  send(2)
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a compact list shows its short text while closed, and is read and chosen by its whole options', () => {
  const choose = vi.fn<(value: string) => void>()
  show(
    <CompactSelect
      aria-label="Level"
      closedText="Teen"
      value="3"
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="2">Junior, ages 10 to 12, $250.00</option>
      <option value="3">Teen, ages 13 to 15, $260.00</option>
    </CompactSelect>,
  )
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Level' })
  expect(list.selectedOptions[0]?.textContent).toBe('Teen, ages 13 to 15, $260.00')
  // Read once: the short text is for the eyes alone.
  expect(screen.getByText('Teen').getAttribute('aria-hidden')).toBe('true')
  fireEvent.change(list, { target: { value: '2' } })
  expect(choose).toHaveBeenCalledExactlyOnceWith('2')
})

test('the field of a code takes focus where the screen is about the code alone', () => {
  const code = { value: '', onChange: () => {}, error: undefined }
  show(<CodeField {...code} />)
  expect(document.activeElement).toBe(document.body)
  cleanup()
  show(<CodeField {...code} takesFocus />)
  expect(document.activeElement).toBe(field('Code'))
})
