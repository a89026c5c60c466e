import { changeSentences, type ChangedLine } from '@callboard/domain/registrations/change.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import type { Reply } from '../../api/call.ts'
import { DateTime } from '../../ui/Day.tsx'
import { moneyText } from '../../ui/Money.tsx'
import styles from './Changes.module.css'

export type RegistrationChange = Reply<'GET /v1/dance360/registrations/{id}/changes'>['changes'][number]

/** The office's message to the owner, if it wrote one. */
export function OfficeMessage({ message }: { message: string }) {
  if (message === '') return null
  return (
    <figure className={styles['message']}>
      <figcaption>Message from the office</figcaption>
      <blockquote>{message}</blockquote>
    </figure>
  )
}

/** The differences in words, at most `most` of them. */
export function ChangeList({ change, most = Number.POSITIVE_INFINITY }: { change: RegistrationChange; most?: number }) {
  const sentences = changeSentences(change)
  const more = sentences.length - most
  if (sentences.length === 0) return <p>Nothing in it is different from before.</p>
  return (
    <ul className={styles['list']}>
      {sentences.slice(0, most).map((sentence, place) => (
        // Two people may have one name.
        <li key={`${place}/${sentence}`}>{sentence}</li>
      ))}
      {more > 0 && <li>And {more} more.</li>}
    </ul>
  )
}

type Reader = 'owner' | 'office'
type ChangeTotalsProps = { change: RegistrationChange; reader: Reader }

/** Total before and after, and the balance after. */
export function ChangeTotals({ change: { total_before, total, balance }, reader }: ChangeTotalsProps) {
  const whose = reader === 'owner' ? 'Your' : 'The'
  return (
    <p>
      {total_before === total
        ? `${whose} total stays at ${moneyText(total)}.`
        : `${whose} total was ${moneyText(total_before)} and is now ${moneyText(total)}.`}{' '}
      {balance < 0
        ? `Overpaid after this change: ${moneyText(cents(-balance))}.`
        : `Due after this change: ${moneyText(balance)}.`}
    </p>
  )
}

const amount = (value: ChangedLine['before']) => (value === null ? '–' : moneyText(value))

/** The amounts of the bill that differ, each with its reason. */
function ChangedLines({ lines }: { lines: RegistrationChange['lines'] }) {
  if (lines.length === 0) return null
  return (
    <table className={styles['table']}>
      <caption className={styles['caption']}>Amounts that changed</caption>
      <thead>
        <tr>
          <th scope="col">Charge</th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, label, before, after, because }) => (
          <tr key={key}>
            <th scope="row">
              {label}
              {because.length > 0 && <span className={styles['because']}>{because.join('. ')}</span>}
            </th>
            <td>{amount(before)}</td>
            <td>{amount(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const makers: Readonly<Record<Reader, Readonly<Record<RegistrationChange['made_by'], string>>>> = {
  owner: { owner: 'Changed by you', office: 'Changed by the office' },
  office: { owner: 'Changed by its owner', office: 'Changed by the office' },
}

type ChangeEntriesProps = { changes: readonly RegistrationChange[]; zone: string; reader: Reader }

/** Changes of a registration in full, each with its amounts. */
export const ChangeEntries = ({ changes, zone, reader }: ChangeEntriesProps) => (
  <ol className={styles['history']}>
    {changes.map((change) => (
      <li key={change.id} className={styles['change']}>
        <p>
          <strong>{makers[reader][change.made_by]}</strong> <DateTime at={change.created} zone={zone} />
        </p>
        <OfficeMessage message={change.message} />
        <ChangeList change={change} />
        <ChangeTotals change={change} reader={reader} />
        <ChangedLines lines={change.lines} />
      </li>
    ))}
  </ol>
)
