import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { SelectField } from './fields.tsx'
import styles from './Office.module.css'

/** A cell of a list of the office: a name with a second, quieter line. */
export const TwoLines = ({ second, children }: { second?: ReactNode; children: ReactNode }) => (
  <span className={styles['line']} style={{ display: 'block' }}>
    {children}
    {second && <span className={styles['second']}>{second}</span>}
  </span>
)

type RowActProps = { label: string; name: string; disabled?: boolean; loading?: boolean; onClick: () => void }

/** A small button of a row; `name` says of which row. */
export const RowAct = ({ label, name, disabled = false, loading = false, onClick }: RowActProps) => (
  <Button variant="default" size="compact-sm" aria-label={name} disabled={disabled} loading={loading} onClick={onClick}>
    {label}
  </Button>
)

/** An address that may be longer than its column: it breaks after its @ before it breaks anywhere else. */
export function EmailText({ email }: { email: string }) {
  const domainStart = email.indexOf('@') + 1
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {email.slice(0, domainStart)}
      <wbr />
      {email.slice(domainStart)}
    </span>
  )
}

type StatusFilterProps<State extends string> = {
  state: State | undefined
  /** States with their words, in the order of the list. */
  words: Readonly<Record<State, { word: string }>>
  onChange: (state: State | undefined) => void
}

/** The filter of a list by its rows' status. */
export function StatusFilter<State extends string>({ state, words, onChange }: StatusFilterProps<State>) {
  const options = (Object.keys(words) as State[]).map((value) => ({ value, label: words[value].word }))
  return (
    <SelectField
      label="Status"
      value={state ?? null}
      options={options}
      any="Every status"
      error={undefined}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
