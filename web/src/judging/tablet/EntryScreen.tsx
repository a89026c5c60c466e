import { checkMark, parseMark, unusualMark } from '@callboard/domain/judging/mark.ts'
import { pointsText } from '@callboard/domain/judging/points.ts'
import { judgingWording } from '@callboard/domain/judging/refusals.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CritiqueFields } from './CritiqueFields.tsx'
import { writeDraftText } from './draft-storage.ts'
import { markFields, useEntryDraft } from './entry-draft.ts'
import type { EntryMark } from './entry-marks.ts'
import type { Pack, PackEntry } from './sheet-store.ts'
import styles from './Tablet.module.css'
import type { Tablet } from './use-tablet.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', '⌫'] as const

/** Only entries that came after publication have one: 156a. */
const hasSuffix = /[a-z]$/

/** Asked before a mark is stored that may be a slip of the hand. */
type Question = { text: string; yes: string; no: string; onYes: () => void }

type EntryScreenProps = {
  entry: PackEntry
  pack: Pack
  mark: EntryMark | undefined
  place: { index: number; count: number }
  onStore: Tablet['mark']
  onMove: (step: number) => void
  /** Where the recording is now; null: nothing is recorded. */
  recordingMs?: () => number | null
}

/** One entry: number and title large, the keypad, the critique. It never leaves by itself. */
export function EntryScreen({ entry, pack, mark, place, onStore, onMove, recordingMs = () => null }: EntryScreenProps) {
  const { scale } = pack
  const fields = markFields(scale)
  const {
    draft,
    markTexts: before,
    change,
    settle,
    discard,
    isMarkChanged,
    areWordsChanged,
  } = useEntryDraft(entry.id, mark, scale)
  const { texts } = draft
  const [at, setAt] = useState(0)
  const [typedFields, setTypedFields] = useState<ReadonlySet<number>>(new Set())
  const [error, setError] = useState('')
  const [question, setQuestion] = useState<Question | null>(null)
  const [message, setMessage] = useState('')
  const isLocked = !entry.reopened && pack.blocks.some(({ id, locked }) => locked && id === entry.block_id)

  const sheetWords = () => {
    const { critique, note, switches, items, base: base_sheet } = draft
    return { critique, note, switches: [...switches], critique_marks: [...items], base_sheet }
  }

  /** Words that are added to a mark are saved when the judge goes on: nobody presses Save for the same mark twice. */
  function saveWordsOnLeaving() {
    if (!mark || isMarkChanged || !areWordsChanged || isLocked) return
    const { points, criteria, abstained } = mark
    onStore({ registration_routine_id: entry.id, points, criteria, abstained, ...sheetWords() }).then(
      () => writeDraftText(entry.id, null),
      // The draft stays, and the page says that it is not saved.
      () => {},
    )
  }
  useOnLeaving(saveWordsOnLeaving)

  /** The first digit on a saved mark begins a new one: 92 over 91 must not read 9192. Point and Delete edit it. */
  function press(key: (typeof keys)[number]) {
    setError('')
    setQuestion(null)
    setMessage('')
    const isSavedText = !typedFields.has(at) && texts[at] === before[at]
    setTypedFields(new Set([...typedFields, at]))
    change({
      texts: fields.map((_, index) => {
        const text = texts[index] ?? ''
        if (index !== at) return text
        if (key === '⌫') return text.slice(0, -1)
        return (isSavedText && key !== '.' ? key : text + key).slice(0, 6)
      }),
    })
  }

  /** The points of each field, or the first sentence that refuses one. */
  function read(): readonly number[] | string {
    const points: number[] = []
    for (const [index, { name, max_points }] of fields.entries()) {
      const parsed = parseMark(texts[index] ?? '', { max_points, step: scale.step })
      if (!parsed.ok) {
        setAt(index)
        const text = worded(judgingWording, parsed.refusal)
        return scale.criteria.length > 0 ? `${name}: ${text}` : text
      }
      points.push(parsed.value)
    }
    return points
  }

  async function store(isSure: boolean) {
    const points = read()
    if (typeof points === 'string') return setError(points)
    const sum = points.reduce((total, part) => total + part, 0)
    const check = checkMark(sum, scale)
    if (!check.ok) return setError(worded(judgingWording, check.refusal))
    const why = unusualMark(sum, [], scale)
    if (why && !isSure) {
      const text = worded(judgingWording, { code: 'mark.unusual', points: sum, why })
      return setQuestion({ text, yes: 'Yes, save it', no: 'Change it', onYes: () => void store(true) })
    }
    const criteria =
      scale.criteria.length > 0 ? Object.fromEntries(fields.map(({ name }, index) => [name, points[index] ?? 0])) : null
    await finish({ points: sum, criteria, abstained: null })
  }

  /** One press beside Save must not leave an entry without a mark. */
  function askAbstain() {
    setError('')
    setQuestion({
      text: `Abstain from entry ${entry.label}? You give it no mark.`,
      yes: 'Yes, abstain',
      no: 'No',
      onYes: () => void finish({ points: null, criteria: null, abstained: 'Judge abstains' }),
    })
  }

  async function finish(word: {
    points: number | null
    criteria: Record<string, number> | null
    abstained: string | null
  }) {
    try {
      settle(await onStore({ registration_routine_id: entry.id, ...sheetWords(), ...word }))
      setQuestion(null)
      setTypedFields(new Set())
      setMessage('Saved on this tablet.')
      if (place.index < place.count - 1) onMove(1)
    } catch {
      setError('This tablet could not save it. Write it on paper and tell the office.')
    }
  }

  return (
    <section className={styles['entry']} aria-label={`Entry ${entry.label}`}>
      <div className={styles['title']}>
        <p className={styles['number']}>{entry.label}</p>
        <h1>{entry.title}</h1>
        <p className={styles['quiet']}>
          {entry.division} {entry.category}, {entry.performance_division}, {entry.studio}
        </p>
        {hasSuffix.test(entry.label) && <p className={styles['quiet']}>New: added after the order was published</p>}
        {mark && <MarkState mark={mark} />}
        <CritiqueFields pack={pack} draft={draft} isLocked={isLocked} onChange={change} recordingMs={recordingMs} />
      </div>
      <div className={styles['pad']}>
        {fields.map(({ name, max_points }, index) => (
          <button
            key={name}
            type="button"
            className={styles['display']}
            aria-pressed={index === at}
            aria-label={`${name}: ${texts[index] || 'none'}, up to ${pointsText(max_points)}`}
            onClick={() => setAt(index)}
          >
            {scale.criteria.length > 0 && <span>{name}</span>}
            <output>{texts[index] || '–'}</output>
          </button>
        ))}
        <div className={styles['keys']}>
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              className={styles['key']}
              aria-label={key === '⌫' ? 'Delete' : key === '.' ? 'Point' : key}
              disabled={isLocked}
              onClick={() => press(key)}
            >
              {key}
            </button>
          ))}
        </div>
        {isLocked && <p className={styles['quiet']}>This block is locked.</p>}
        {isLocked && (isMarkChanged || areWordsChanged) && (
          <div>
            <p className={styles['error']}>Your last changes were not saved before that. Tell the tabulator.</p>
            <Button size="lg" variant="default" className={styles['target']} onClick={discard}>
              Discard the changes
            </Button>
          </div>
        )}
        <p role="alert" className={styles['error']}>
          {error || question?.text}
        </p>
        {question ? (
          <div className={styles['row']}>
            <Button size="lg" className={`${styles['target']} ${styles['main']}`} onClick={question.onYes}>
              {question.yes}
            </Button>
            <Button size="lg" variant="default" className={styles['target']} onClick={() => setQuestion(null)}>
              {question.no}
            </Button>
          </div>
        ) : (
          <div className={styles['row']}>
            <Button
              size="lg"
              className={`${styles['target']} ${styles['main']}`}
              disabled={isLocked}
              onClick={() => void store(false)}
            >
              Save
            </Button>
            <Button size="lg" variant="default" className={styles['target']} disabled={isLocked} onClick={askAbstain}>
              Abstain
            </Button>
          </div>
        )}
        <output className={styles['quiet']}>{message}</output>
        <div className={styles['row']}>
          <Button
            size="lg"
            variant="default"
            className={styles['target']}
            disabled={place.index === 0}
            onClick={() => onMove(-1)}
          >
            Back
          </Button>
          <span className={styles['quiet']}>
            {place.index + 1} of {place.count}
          </span>
          <Button
            size="lg"
            variant="default"
            className={styles['target']}
            disabled={place.index >= place.count - 1}
            onClick={() => onMove(1)}
          >
            Next
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Runs the latest `act` when the screen is left. */
function useOnLeaving(act: () => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => latest.current(), [])
}

const stateWords: Readonly<Record<EntryMark['status'], string>> = {
  queued: 'Saved on this tablet, not sent yet',
  held: 'Saved on this tablet, waiting for the office',
  stored: 'Sent',
  duplicate: 'Sent',
  contested: 'Another device marked this entry too. The tabulator chooses.',
  locked: 'Not accepted',
  refused: 'Not accepted',
}

/** The state of the mark that this seat has given, in words. */
export function MarkState({ mark }: { mark: EntryMark }) {
  return (
    <p className={styles['quiet']}>
      {mark.points === null ? 'Abstained' : pointsText(mark.points)}. {stateWords[mark.status]}
      {mark.message && `: ${mark.message}`}
      {mark.verified && ', read through'}
    </p>
  )
}
