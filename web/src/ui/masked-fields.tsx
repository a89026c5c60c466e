import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { mostAmount, parseDollars, usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { phoneMask, dateAsTyped, maskDate, maskDollars, typedDate } from './masks.ts'
import { TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useMarked, type FieldProps } from './fields.tsx'
import { moneyText } from './Money.tsx'

type MaskedProps = FieldProps<string> & {
  mask: (text: string) => string
  inputMode: 'tel' | 'numeric' | 'decimal'
  placeholder?: string
  autoComplete?: string
  left?: ReactNode
  onLeave?: () => void
}

/** Typing anywhere in a masked text keeps the caret behind the character just typed. */
function Masked({ mask, label, value, onChange, error, name, help, optional, left, onLeave, ...rest }: MaskedProps) {
  const { onBlur, ...fieldProps } = useMarked({ label, error, name, help, optional })
  const input = useRef<HTMLInputElement>(null)
  const typedBeforeCaret = useRef<number>(undefined)

  useLayoutEffect(() => {
    const count = typedBeforeCaret.current
    typedBeforeCaret.current = undefined
    if (count === undefined || !input.current || document.activeElement !== input.current) return
    let at = 0
    for (let digitCount = 0; digitCount < count && at < value.length; at++) if (/\d/.test(value[at] ?? '')) digitCount++
    if (/\d/.test(value.slice(at))) input.current.setSelectionRange(at, at)
  }, [value])

  return (
    <TextInput
      ref={input}
      {...fieldProps}
      value={value}
      leftSection={left}
      onBlur={() => {
        onBlur()
        onLeave?.()
      }}
      onChange={({ currentTarget }) => {
        const before = currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined)
        typedBeforeCaret.current = before.replace(/\D/g, '').length
        onChange(mask(currentTarget.value))
      }}
      {...rest}
    />
  )
}

/** `value` is what is seen, '(212) 555-0147'; what may be sent is the rule's business. */
export const PhoneField = (props: FieldProps<string>) => (
  <Masked {...props} mask={phoneMask} inputMode="tel" autoComplete="tel" />
)

/** A birthdate, typed: MM/DD/YYYY. `onChange` hears null until it is a day of the calendar. */
export function BirthdateField({
  value,
  onChange,
  error,
  help = 'MM/DD/YYYY',
  ...props
}: FieldProps<CalendarDate | null>) {
  const [text, setText] = useState(value ? dateAsTyped(value) : '')
  // Set from outside: the form was cleared, or somebody else was chosen.
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value || typedDate(text)) setText(value ? dateAsTyped(value) : '')
  }
  const unreadable = text !== '' && !typedDate(text) ? 'Enter a day as MM/DD/YYYY.' : undefined
  return (
    <Masked
      {...props}
      value={text}
      help={help}
      error={unreadable ?? error}
      mask={maskDate}
      inputMode="numeric"
      autoComplete="bday"
      onChange={(next) => {
        setText(next)
        const date = typedDate(next) ?? null
        setLastValue(date)
        if (date !== value) onChange(date)
      }}
    />
  )
}

const plain = (amount: Cents) => moneyText(amount).slice(1)

/** A positive amount in dollars (UI-012). `onChange` hears null until it is one. */
export function MoneyField({ value, onChange, error, ...props }: FieldProps<Cents | null>) {
  const [text, setText] = useState(value ? plain(value) : '')
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    setText(value ? plain(value) : '')
  }
  const entry = parseDollars(text)
  const unreadable =
    text !== '' && !entry
      ? 'Enter an amount above $0.00.'
      : entry && entry > mostAmount
        ? `Enter at most ${usd(mostAmount)}.`
        : undefined
  return (
    <Masked
      {...props}
      value={text}
      error={unreadable ?? error}
      mask={maskDollars}
      inputMode="decimal"
      left="$"
      onLeave={() => value && setText(plain(value))}
      onChange={(next) => {
        setText(next)
        const amount = parseDollars(next) ?? null
        setLastValue(amount)
        if (amount !== value) onChange(amount)
      }}
    />
  )
}
