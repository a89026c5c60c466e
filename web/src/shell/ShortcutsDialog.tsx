import { Dialog } from '../ui/Dialog.tsx'
import { saveLabel } from '../ui/shortcuts.ts'
import styles from './ShortcutsDialog.module.css'

type Keys = { keys: readonly string[]; does: string }

const gridKeys: readonly Keys[] = [
  { keys: ['↑', '↓', '←', '→'], does: 'Go from cell to cell' },
  { keys: ['Home', 'End'], does: 'First and last cell of the row' },
  { keys: ['Ctrl+Home', 'Ctrl+End'], does: 'First and last row' },
  { keys: ['Page Up', 'Page Down'], does: 'A screen of rows up or down' },
  { keys: ['Enter', 'F2', 'Space'], does: 'Change what is in the cell' },
  { keys: ['Esc'], does: 'Leave the cell' },
  { keys: ['A–Z'], does: 'Filter a table that has a filter' },
]

const pageKeys: readonly Keys[] = [
  { keys: ['Tab', 'Shift+Tab'], does: 'Next and previous control; a table or list is one of them' },
  { keys: ['Esc'], does: 'Close a dialog' },
  { keys: ['?'], does: 'This list' },
]

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The shortcuts that work on the page below. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const save = saveLabel()
  const groups = [
    ...(save ? [{ title: 'Save', keys: [{ keys: [isMac() ? '⌘+Enter' : 'Ctrl+Enter'], does: save }] }] : []),
    { title: 'In a table or list', keys: gridKeys },
    { title: 'Everywhere', keys: pageKeys },
  ]
  return (
    <Dialog opened title="Keyboard shortcuts" onCancel={onClose} width={520}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles['group']}>
          <h3>{title}</h3>
          <dl>
            {keys.map(({ keys: names, does }) => (
              <div key={does} className={styles['row']}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
