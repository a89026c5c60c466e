import { cents, type Cents } from '@callboard/domain/kernel/money.ts'
import type { Reply } from '../../api/call.ts'
import { moneyText } from '../../ui/Money.tsx'

const balanceText = (balance: Cents) =>
  balance < 0 ? `${moneyText(cents(-balance))} overpaid` : `${moneyText(balance)} due`

const changeText = (what: string, before: string, after: string) =>
  before === after ? `${what} stays at ${before}.` : `${what} changes from ${before} to ${after}.`

type Effect = Reply<'POST /v1/office/registrations/{id}/correction-preview'>

/** The changes of a correction: people, routines, lines of the bill, total and balance. OFF-020. */
export function CorrectionEffect({ effect }: { effect: Effect }) {
  return (
    <div>
      <ul>
        {[...effect.people, ...effect.routines].map(({ kind, name, what }, place) => (
          <li key={`${place}/${name}`}>
            {name}: {kind === 'changed' ? `changed ${what.join(', ')}` : kind}
          </li>
        ))}
        {[...effect.others, ...effect.notices].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {effect.passed_rules.length > 0 && <p>Overrides: {effect.passed_rules.join(' ')}</p>}
      <p>
        {changeText('The total', moneyText(effect.total_before), moneyText(effect.total))}{' '}
        {changeText('The balance', balanceText(effect.balance_before), balanceText(effect.balance))}
      </p>
    </div>
  )
}
