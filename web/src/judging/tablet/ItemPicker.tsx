import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { findItems, itemLines, pressItem, type VocabularyItem } from './items.ts'
import styles from './Items.module.css'
import type { ItemMark } from './sheet-store.ts'

/** More would have to be scrolled through while the next entry dances. */
const mostLines = 40

type ItemPickerProps = {
  vocabulary: readonly VocabularyItem[]
  marks: readonly ItemMark[]
  isLocked: boolean
  onChange: (marks: ItemMark[]) => void
  /** Where the recording is now; null: nothing is recorded. */
  recordingMs: () => number | null
}

/** Good and bad items of the vocabulary, searched or browsed by level 1. */
export function ItemPicker({ vocabulary, marks, isLocked, onChange, recordingMs }: ItemPickerProps) {
  const [root, setRoot] = useState<number | null>(null)
  const [search, setSearch] = useState('')
  if (vocabulary.length === 0) return null
  const names = new Map(itemLines(vocabulary).map(({ id, path }) => [id, path]))
  const lines = findItems(vocabulary, { root_id: root, search })
  const press = (critique_item_id: number, good: boolean) =>
    onChange(pressItem(marks, { critique_item_id, good }, recordingMs()))
  const side = (id: number, name: string, good: boolean) => {
    const isOn = marks.some((mark) => mark.critique_item_id === id && mark.good === good)
    const word = good ? 'Good' : 'Bad'
    return (
      <button
        type="button"
        className={styles['side']}
        data-side={good ? 'good' : 'bad'}
        aria-pressed={isOn}
        aria-label={`${word}: ${name}`}
        disabled={isLocked}
        onClick={() => press(id, good)}
      >
        {word}
      </button>
    )
  }
  return (
    <section className={styles['items']} aria-label="Items">
      {marks.length > 0 && (
        <ul className={styles['chosen']} aria-label="Marked items">
          {marks.map(({ critique_item_id, good }) => (
            <li key={critique_item_id}>
              <button
                type="button"
                className={styles['chip']}
                data-side={good ? 'good' : 'bad'}
                aria-label={`Take back ${good ? 'good' : 'bad'}: ${names.get(critique_item_id) ?? 'item'}`}
                disabled={isLocked}
                onClick={() => press(critique_item_id, good)}
              >
                {good ? 'Good' : 'Bad'}: {names.get(critique_item_id) ?? 'An item of an older list'}
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        size="lg"
        label="Find an item"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={styles['roots']}>
        {vocabulary.flatMap(({ id, level, name }) =>
          level === 1 ? (
            <button
              key={id}
              type="button"
              className={styles['root']}
              aria-pressed={search === '' && root === id}
              onClick={() => {
                setSearch('')
                setRoot(root === id ? null : id)
              }}
            >
              {name}
            </button>
          ) : (
            []
          ),
        )}
      </div>
      <ul className={styles['lines']}>
        {lines.slice(0, mostLines).map(({ id, level, name, path }) => (
          <li key={id} className={styles['line']} data-level={search ? 1 : level}>
            <span>{search ? path : name}</span>
            {side(id, path, true)}
            {side(id, path, false)}
          </li>
        ))}
      </ul>
      {search.trim() !== '' && lines.length === 0 && <p className={styles['quiet']}>No item matches.</p>}
      {lines.length > mostLines && (
        <p className={styles['quiet']}>{lines.length - mostLines} more. Type another word.</p>
      )}
    </section>
  )
}

type SwitchRowProps = {
  switches: readonly { id: number; name: string }[]
  values: readonly number[]
  isLocked: boolean
  onChange: (values: number[]) => void
}

/** Awards that the judge would give the entry. They nominate, and the office picks. */
export function SwitchRow({ switches, values, isLocked, onChange }: SwitchRowProps) {
  if (switches.length === 0) return null
  return (
    <fieldset className={styles['switches']}>
      <legend>Nominate for</legend>
      {switches.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={styles['root']}
          aria-pressed={values.includes(id)}
          disabled={isLocked}
          onClick={() => onChange(values.includes(id) ? values.filter((one) => one !== id) : [...values, id])}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
