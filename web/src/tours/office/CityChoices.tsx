import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import type { CityPart } from './flag-words.ts'
import { Switch } from '../../ui/Checkbox.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import styles from '../../ui/Office.module.css'

type CityChoiceRow = CityPart['city']['choices'][number]

const kinds = { lab: 'Lab', freestyle_battle: 'Freestyle battle' } as const

/** The labs and freestyle battles that dancers choose among, where the city offers them. OFF-015, ATT-054. */
export function CityChoices({ city, onChange, readOnly }: CityPart) {
  const { choices, add_ons } = city
  const set = (at: number, change: Partial<CityChoiceRow>) =>
    onChange({ choices: choices.map((one, i) => (i === at ? { ...one, ...change } : one)) })
  const offeredKinds = (['lab', 'freestyle_battle'] as const).filter((kind) => add_ons.includes(kind))
  if (offeredKinds.length === 0 && choices.length === 0) return null
  return (
    <Panel title="Labs and freestyle battles" flush>
      <ScrollBox label="Labs and freestyle battles of the city">
        {choices.length > 0 && (
          <table className={styles['prices']}>
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">Name</th>
                <th scope="col">Offered</th>
                <th scope="col">Chosen by</th>
              </tr>
            </thead>
            <tbody>
              {choices.map((choice, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- new ones have no id yet, and none changes its place
                <tr key={at}>
                  <td>{kinds[choice.kind]}</td>
                  <td>
                    <TextInput
                      className={styles['wide'] ?? ''}
                      aria-label={`Name of ${kinds[choice.kind].toLowerCase()} ${at + 1}`}
                      value={choice.name}
                      maxLength={60}
                      required
                      disabled={readOnly}
                      onChange={(event) => set(at, { name: event.currentTarget.value })}
                    />
                  </td>
                  <td>
                    <Switch
                      aria-label={`${choice.name || kinds[choice.kind]} is offered`}
                      checked={choice.offered}
                      disabled={readOnly}
                      onChange={(event) => set(at, { offered: event.currentTarget.checked })}
                    />
                  </td>
                  <td>{choice.taken}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {choices.length === 0 && <p className={styles['second']}>Nothing to choose from yet.</p>}
        {!readOnly && offeredKinds.length > 0 && (
          <Adder kinds={offeredKinds} onAdd={(choice) => onChange({ choices: [...choices, choice] })} />
        )}
      </ScrollBox>
    </Panel>
  )
}

type AdderProps = { kinds: readonly CityChoiceRow['kind'][]; onAdd: (choice: CityChoiceRow) => void }

function Adder({ kinds: offeredKinds, onAdd }: AdderProps) {
  const [picked, setPicked] = useState<CityChoiceRow['kind']>()
  const [name, setName] = useState('')
  const kind = offeredKinds.find((one) => one === picked) ?? offeredKinds[0] ?? 'lab'
  const add = () => {
    if (name.trim() === '') return
    // Null until it is saved; the record's own type has the saved ones.
    onAdd({ id: null as unknown as number, kind, name: name.trim(), offered: true, taken: 0 })
    setName('')
  }
  return (
    <div className={styles['adder']}>
      <NativeSelect
        aria-label="Kind to add"
        data={offeredKinds.map((value) => ({ value, label: kinds[value] }))}
        value={kind}
        onChange={(event) => setPicked(offeredKinds.find((one) => one === event.currentTarget.value))}
      />
      <TextInput
        aria-label="Name to add"
        placeholder="Name"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="default" onClick={add} disabled={name.trim() === ''}>
        Add
      </Button>
    </div>
  )
}
