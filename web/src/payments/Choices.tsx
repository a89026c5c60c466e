import { useId, type ReactNode } from 'react'
import styles from './Payments.module.css'

type PaymentChoice<Key extends string | number> = {
  value: Key
  label: string
  /** At the right: an amount. */
  sum?: string
  /** Under the label; why it cannot be chosen, when it cannot. */
  note?: string | null | undefined
  disabled?: boolean
  /** Beside it: what can be done with it. */
  beside?: ReactNode
}

type ChoicesProps<Key extends string | number> = {
  legend: string
  value: Key | null
  options: readonly PaymentChoice<Key>[]
  onChange: (value: Key) => void
  disabled?: boolean
}

/** A label whose parentheses are not broken at a hyphen: 'Bank account (e-check)'. */
const wholeWords = (label: string): ReactNode => {
  const [words, aside] = label.split(/ (?=\()/)
  return aside === undefined ? (
    label
  ) : (
    <>
      {words} <span className={styles['aside']}>{aside}</span>
    </>
  )
}

/** One of several, each with what it means; what is not offered stays in sight and says why. */
export function Choices<Key extends string | number>({
  legend,
  value,
  options,
  onChange,
  disabled = false,
}: ChoicesProps<Key>) {
  const name = useId()
  return (
    <fieldset className={styles['choices']} disabled={disabled}>
      <legend>{legend}</legend>
      <div
        className={styles['row']}
        data-narrow={(options.length > 1 && options.every(({ beside }) => !beside)) || undefined}
      >
        {options.map((option) => (
          <div key={option.value} className={styles['savedRow']}>
            <label className={styles['choice']}>
              <input
                type="radio"
                name={name}
                checked={option.value === value}
                disabled={option.disabled ?? false}
                onChange={() => onChange(option.value)}
              />
              <span className={styles['words']}>
                {wholeWords(option.label)}
                {option.note && <small>{option.note}</small>}
              </span>
              {option.sum && <span className={styles['sum']}>{option.sum}</span>}
            </label>
            {option.beside}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
