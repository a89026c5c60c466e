import { Button } from '@mantine/core'
import { useState } from 'react'
import { MarkState } from './EntryScreen.tsx'
import type { EntryMark } from './entry-marks.ts'
import type { LocalSheet, Pack, PackEntry } from './sheet-store.ts'
import styles from './Tablet.module.css'
import type { Tablet } from './use-tablet.ts'

type ReviewScreenProps = {
  tablet: Tablet
  pack: Pack
  entries: readonly PackEntry[]
  marks: ReadonlyMap<number, EntryMark>
  unaccepted: readonly LocalSheet[]
  /** Entries with changes that are in no sheet. */
  unsavedIds: readonly number[]
  onOpen: (id: number) => void
}

/** All marks of the seat by block; at the end of a block the judge says that they have been read through. */
export function ReviewScreen({ tablet, pack, entries, marks, unaccepted, unsavedIds, onOpen }: ReviewScreenProps) {
  const [message, setMessage] = useState('')
  async function verify(ids: readonly string[]) {
    try {
      await tablet.verify(ids)
      setMessage('Thank you. The office can see that you have read through this block.')
    } catch {
      setMessage('No network. Your marks are saved; verify the block once there is one.')
    }
  }
  return (
    <section className={styles['review']} aria-label="Review">
      <h1>Review</h1>
      <output>{message}</output>
      {unaccepted.length > 0 && (
        <div>
          <h2>Not accepted</h2>
          <p>These marks do not count. Tell the tabulator; they stay on this tablet.</p>
          <ul className={styles['list']}>
            {unaccepted.map((sheet) => (
              <li key={sheet.client_id}>
                <EntryName entry={pack.entries.find(({ id }) => id === sheet.registration_routine_id)} />
                <MarkState mark={{ ...sheet, verified: false }} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {pack.blocks.map((block) => {
        const ofBlock = entries.filter(({ block_id }) => block_id === block.id)
        const ownMarks = ofBlock.flatMap(({ id }) => marks.get(id) ?? [])
        if (ofBlock.length === 0) return null
        const isUnsaved = ({ id }: PackEntry) => unsavedIds.includes(id)
        const isClosed = ({ reopened }: PackEntry) => block.locked && !reopened
        return (
          <div key={block.id}>
            <h2>
              {block.name}
              {block.locked && ', locked'}
            </h2>
            <ul className={styles['list']}>
              {ofBlock.map((entry) => {
                const { id, label, title } = entry
                const mark = marks.get(id)
                return (
                  <li key={id}>
                    <button type="button" className={styles['line']} onClick={() => onOpen(id)}>
                      <b>{label}</b> {title}
                    </button>
                    {mark ? <MarkState mark={mark} /> : <p className={styles['error']}>No mark yet</p>}
                    {isUnsaved(entry) && (
                      <p className={styles['error']}>
                        {isClosed(entry)
                          ? 'Changes that were not saved before the lock. Tell the tabulator.'
                          : 'Changes that are not saved. Open the entry and press Save.'}
                      </p>
                    )}
                  </li>
                )
              })}
            </ul>
            <Button
              size="lg"
              className={styles['target']}
              disabled={
                ownMarks.length < ofBlock.length || ofBlock.some((entry) => isUnsaved(entry) && !isClosed(entry))
              }
              onClick={() => void verify(ownMarks.map(({ client_id }) => client_id))}
            >
              I have read {block.name} through
            </Button>
          </div>
        )
      })}
    </section>
  )
}

/** An entry that left the block of this panel is in the pack no more. */
const EntryName = ({ entry }: { entry: PackEntry | undefined }) => (
  <p>
    {entry ? (
      <>
        <b>{entry.label}</b> {entry.title}
      </>
    ) : (
      'An entry that is no longer on your list'
    )}
  </p>
)
