import { Textarea } from '@mantine/core'
import type { EntryDraft } from './entry-draft.ts'
import { ItemPicker, SwitchRow } from './ItemPicker.tsx'
import styles from './Items.module.css'
import type { Pack } from './sheet-store.ts'

type CritiqueFieldsProps = {
  pack: Pick<Pack, 'vocabulary' | 'switches'>
  draft: EntryDraft
  isLocked: boolean
  onChange: (part: Partial<EntryDraft>) => void
  recordingMs: () => number | null
}

/** The fields beside the mark: items, nominations, a text for the teacher and a note. */
export const CritiqueFields = ({ pack, draft, isLocked, onChange, recordingMs }: CritiqueFieldsProps) => (
  <div className={styles['items']}>
    <ItemPicker
      // A pack of an older version of this page has none.
      vocabulary={pack.vocabulary ?? []}
      marks={draft.items}
      isLocked={isLocked}
      onChange={(items) => onChange({ items })}
      recordingMs={recordingMs}
    />
    <SwitchRow
      switches={pack.switches ?? []}
      values={draft.switches}
      isLocked={isLocked}
      onChange={(switches) => onChange({ switches })}
    />
    <Textarea
      label="Teacher critique"
      size="lg"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={10_000}
      readOnly={isLocked}
      value={draft.critique}
      onChange={(event) => onChange({ critique: event.currentTarget.value })}
    />
    <Textarea
      label="Note"
      size="lg"
      autosize
      minRows={1}
      maxRows={4}
      maxLength={2_000}
      readOnly={isLocked}
      value={draft.note}
      onChange={(event) => onChange({ note: event.currentTarget.value })}
    />
  </div>
)
