import type { StudioHit } from '@callboard/contract/accounts/studios.ts'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useRead } from '../api/use-call.ts'
import { ReadErrors } from '../shell/ErrorPage.tsx'
import { useDebounced, searchCloseMilliseconds, searchRestMilliseconds } from '../ui/clock.ts'
import styles from './StudioSearch.module.css'

type StudioSearchProps = {
  label: string
  help?: string
  onChoose: (studio: StudioHit) => void
  /** Called with the search text, for a person who does not find their studio. */
  onText?: (text: string) => void
  /** Text of the field after a studio is selected. */
  chosen?: string
}

// The pattern of an editable combobox with a list: the input keeps focus and keys, the list is shown and clicked. No
// element of HTML's own does that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */

/** Finds a studio while its name is typed. ACC-032, ACC-033. */
export function StudioSearch({ label, help, onChoose, onText, chosen = '' }: StudioSearchProps) {
  const [text, setText] = useState(chosen)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const list = useId()
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searchText = useDebounced(text, searchRestMilliseconds).trim()
  const hitsQuery = useRead(
    'GET /v1/mybtf/studios',
    { query: { searchText } },
    { enabled: searchText !== '', keepsPage: true },
  )
  const settled = text.trim() === searchText && !hitsQuery.isPlaceholderData
  const hits = searchText === '' ? [] : (hitsQuery.data ?? [])
  const none = open && searchText !== '' && settled && hitsQuery.isSuccess && hits.length === 0
  const isListOpen = open && hits.length > 0 && text.trim() !== ''

  function choose(studio: StudioHit) {
    setText(studio.name)
    setOpen(false)
    onChoose(studio)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setOpen(false)
    if (!isListOpen) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt((at + (event.key === 'ArrowDown' ? 1 : hits.length - 1)) % hits.length)
    }
    const hit = hits[at]
    if (event.key === 'Enter' && hit) {
      event.preventDefault()
      choose(hit)
    }
  }

  return (
    <div className={styles['box']}>
      <TextInput
        label={label}
        description={help}
        leftSection={<IconSearch className="icon" aria-hidden />}
        role="combobox"
        aria-expanded={isListOpen}
        aria-controls={list}
        aria-autocomplete="list"
        {...(isListOpen && { 'aria-activedescendant': `${list}-${at}` })}
        autoComplete="off"
        maxLength={120}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          onText?.(event.currentTarget.value)
          setAt(0)
          setOpen(true)
        }}
        onFocus={() => {
          clearTimeout(closing.current)
          setOpen(true)
        }}
        onBlur={() => {
          closing.current = setTimeout(() => setOpen(false), searchCloseMilliseconds)
        }}
        onKeyDown={onKeyDown}
      />
      {isListOpen && (
        <ul id={list} role="listbox" aria-label="Studios" className={styles['list']}>
          {hits.map((hit, index) => (
            <li
              key={hit.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles['hit']}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(hit)}
            >
              <span>{hit.name}</span>
              <span className={styles['place']}>{[hit.city, hit.state].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {searchText !== '' && <ReadErrors reads={[hitsQuery]} />}
      <output>{none && <span className={styles['none']}>No studios found.</span>}</output>
    </div>
  )
}
