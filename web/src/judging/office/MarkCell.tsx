import { pointsText } from '@callboard/domain/judging/points.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import styles from './Scores.module.css'
import { readMark, type ScoreCell, type ScorePanel } from './use-scores.ts'

const words: Readonly<Record<ScoreCell['state'], string>> = {
  missing: '',
  recused: 'Recused',
  to_confirm: 'To confirm',
  contested: 'Contested',
  abstained: 'Abstains',
  marked: '',
}

/** Goes to the next open field of its grid in this direction, past closed ones; false where there is none. */
function moveFocus(from: HTMLInputElement, columns: number, rows: number): boolean {
  const cell = from.closest('td')
  const row = cell?.parentElement
  if (!cell || !(row instanceof HTMLTableRowElement)) return false
  const table = row.closest('table')
  for (let steps = 1; ; steps += 1) {
    const nextCell = table?.rows[row.rowIndex + steps * rows]?.cells[cell.cellIndex + steps * columns]
    if (!nextCell) return false
    const next = nextCell.querySelector('input')
    if (!next || next.disabled) continue
    next.focus()
    return true
  }
}

type MarkCellProps = {
  cell: ScoreCell
  scale: ScorePanel['scale']
  label: string
  onEnter: (points: number) => Promise<boolean>
  /** Opens the parts of the mark, where the scale has parts. */
  onParts?: () => void
  /** In place of the word for the cell's state. */
  note?: string
}

/** Below a mark. That it does not count comes first. */
function wordOf({ state, sheet, dropped, points }: ScoreCell): string {
  if (dropped) return 'Dropped'
  if (state === 'recused') return points === null ? words.recused : 'Recused, not counted'
  if (sheet?.source === 'substitute') return 'Substitute'
  return state === 'marked' && sheet?.verified_at ? 'Read through' : words[state]
}

/** One mark: typed, checked beside the field, stored on Enter, which goes on to the entry below. Kept until it is stored. */
export function MarkCell({ cell, scale, label, onEnter, onParts, note }: MarkCellProps) {
  const word = note ?? wordOf(cell)
  const storedText = cell.points === null ? '' : pointsText(cell.points)
  const [text, setText] = useState(storedText)
  const [error, setError] = useState<string | null>(null)
  const pendingText = useRef<string | null>(null)
  /** It could not be stored; only Enter sends it again, so that one can leave the field without asking in vain. */
  const failedText = useRef<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isClosed = cell.locked || cell.state === 'recused' || cell.state === 'contested'

  async function save(): Promise<void> {
    if (isClosed || text.trim() === storedText) return setError(null)
    if (text === failedText.current) return
    const mark = readMark(text, scale)
    if ('error' in mark) return setError(mark.error)
    setError(null)
    // A question about the mark takes the focus, and by that leaves the field.
    if (pendingText.current === text) return
    pendingText.current = text
    const isStored = await onEnter(mark.points)
    pendingText.current = null
    if (isStored) return
    failedText.current = text
    // A mark from paper is typed once: it stays where it was typed, and the person with it.
    setError('Not saved. Press Enter to try again.')
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget } = event
    const isAtEnd = currentTarget.selectionStart === currentTarget.selectionEnd || currentTarget.value === ''
    // Leaving the field stores its mark; the last one has nowhere to go.
    if (key === 'Enter') {
      failedText.current = null
      if (!moveFocus(currentTarget, 0, 1)) void save()
    } else if (key === 'ArrowDown') moveFocus(currentTarget, 0, 1)
    else if (key === 'ArrowUp') moveFocus(currentTarget, 0, -1)
    else if (key === 'ArrowLeft' && !isAtEnd) moveFocus(currentTarget, -1, 0)
    else if (key === 'ArrowRight' && !isAtEnd) moveFocus(currentTarget, 1, 0)
    else if (key === 'Escape') {
      setText(storedText)
      setError(null)
    } else return
    event.preventDefault()
  }

  if (scale.criteria.length > 0) {
    return (
      <span className={styles['cell']}>
        <button
          type="button"
          className={styles['mark']}
          aria-label={`${label}: ${storedText || 'type the parts'}`}
          disabled={isClosed}
          onClick={onParts}
        >
          {storedText || 'Parts'}
        </button>
        <span className={styles['word']}>{word}</span>
      </span>
    )
  }
  return (
    <span className={styles['cell']}>
      <input
        ref={input}
        className={styles['mark']}
        inputMode="decimal"
        aria-label={label}
        aria-invalid={error !== null}
        value={isClosed ? storedText : text}
        disabled={isClosed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
      <span className={styles['word']} data-error={error !== null || undefined} role={error ? 'alert' : undefined}>
        {error ?? word}
      </span>
    </span>
  )
}
