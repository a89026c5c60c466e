import { minus, zeroCents } from '@callboard/domain/kernel/money.ts'
import { editChanges, type EditChange } from '@callboard/domain/registrations/edit.ts'
import { useRead } from '../api/use-call.ts'
import { ReadErrors } from '../shell/ErrorPage.tsx'
import { moneyText } from '../ui/Money.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useStore, useWizard } from './wizard-context.tsx'
import styles from './EditBanner.module.css'

const verbs: Record<EditChange['kind'], string> = { added: 'Added', removed: 'Removed', changed: 'Changed' }
const sentence = ({ kind, name, what }: EditChange) =>
  `${verbs[kind]}: ${name}${what.length > 0 ? ` (${what.join(', ')})` : ''}`

/** Lists the changes of the edit and their effect on the price. EDIT-003, EDIT-013. */
export function EditSummary() {
  const { id } = useStore()
  const edit = useWizard((state) => state.registration)
  const price = useWizard((state) => state.price)
  const facts = useWizard((state) => state.facts)
  // The registration as everybody else sees it.
  const read = useRead('GET /v1/dance360/registrations/{id}', { params: { id } }, { staleTime: 0 })
  const { data: live, error } = read
  if (!live) {
    return (
      error && (
        <Panel title="What you changed">
          <ReadErrors reads={[read]} />
        </Panel>
      )
    )
  }
  const { people, routines, others } = editChanges(live, edit, facts)
  const sentences = [...people.map(sentence), ...routines.map(sentence), ...others]
  const difference = minus(price.fees.total, live.fees.total)
  return (
    <Panel title="What you changed">
      {sentences.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <ul className={styles['changes']}>
          {sentences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className={styles['totals']}>
        <span>Total before: {moneyText(live.fees.total)}</span>
        <span>Total now: {moneyText(price.fees.total)}</span>
        <strong>
          {difference === 0
            ? 'No difference'
            : `${difference > 0 ? 'More' : 'Less'}: ${moneyText(difference > 0 ? difference : minus(zeroCents, difference))}`}
        </strong>
      </p>
    </Panel>
  )
}
