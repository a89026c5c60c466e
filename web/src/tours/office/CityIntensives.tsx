import type { Cents } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { MoneyField } from '../../ui/masked-fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { CityPart } from './flag-words.ts'
import styles from '../../ui/Office.module.css'

type Intensive = CityPart['city']['intensives'][number]

/** The id is null until it is saved; the record's own type has saved ones. The price is null until it is typed. */
const blank = { id: null, name: '', price: 0, group_price: null, offered: true, taken: 0 } as unknown as Intensive

/** The intensives that attendees choose among, with their prices. VAR-009, OFF-047, ATT-015. */
export function CityIntensives({ city, onChange, readOnly }: CityPart) {
  const { intensives, is_intensive } = city
  if (!is_intensive && intensives.length === 0) return null
  const set = (at: number, change: Partial<Intensive>) =>
    onChange({ intensives: intensives.map((one, i) => (i === at ? { ...one, ...change } : one)) })
  const remove = (at: number) => onChange({ intensives: intensives.filter((_, i) => i !== at) })
  return (
    <Panel title="Intensives">
      <div className={styles['stack']}>
        {intensives.length === 0 && (
          <p className={styles['plain']}>
            No one can complete a registration here until there is an intensive to choose.
          </p>
        )}
        {intensives.map((intensive, at) => (
          <IntensiveFields
            // oxlint-disable-next-line react/no-array-index-key -- new ones have no id yet, and none changes its place
            key={at}
            intensive={intensive}
            at={at}
            readOnly={readOnly}
            onChange={(change) => set(at, change)}
            onRemove={intensive.id === null ? () => remove(at) : null}
          />
        ))}
        {!readOnly && (
          <div>
            <Button variant="default" onClick={() => onChange({ intensives: [...intensives, blank] })}>
              Add an intensive
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

type IntensiveFieldsProps = {
  intensive: Intensive
  at: number
  readOnly: boolean
  onChange: (change: Partial<Intensive>) => void
  /** Null: it is saved, so it can be switched off but not removed. */
  onRemove: (() => void) | null
}

function IntensiveFields({ intensive, at, readOnly, onChange, onRemove }: IntensiveFieldsProps) {
  const { name, price, group_price, offered, taken } = intensive
  const label = name || `Intensive ${at + 1}`
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>
        {label}
        {taken > 0 && <span className={styles['second']}>Chosen by {taken}</span>}
      </legend>
      <FieldRow>
        <TextField
          label="Name"
          name={`intensives.${at}.name`}
          value={name}
          maxLength={60}
          disabled={readOnly}
          error={undefined}
          onChange={(text) => onChange({ name: text })}
        />
        <MoneyField
          label="Price"
          name={`intensives.${at}.price`}
          value={price === 0 ? null : price}
          disabled={readOnly}
          error={undefined}
          onChange={(amount) => onChange({ price: amount ?? (0 as Cents) })}
        />
        <MoneyField
          label="Group price"
          name={`intensives.${at}.group_price`}
          value={group_price}
          disabled={readOnly}
          error={undefined}
          optional
          onChange={(amount) => onChange({ group_price: amount })}
        />
      </FieldRow>
      <div className={styles['pair']}>
        <ToggleField
          label={`${label} is offered`}
          value={offered}
          disabled={readOnly}
          error={undefined}
          onChange={(on) => onChange({ offered: on })}
        />
        {onRemove && (
          <Button variant="subtle" size="compact-sm" onClick={onRemove}>
            Remove {label}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
