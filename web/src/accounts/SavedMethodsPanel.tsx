import { cardName } from '@callboard/domain/kernel/wording.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { LoadError } from '../shell/ErrorPage.tsx'
import { call, type Reply } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { confirm } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './AccountPage.module.css'

type Kind = 'card' | 'bank'
type Method = Reply<'GET /v1/payments/customer-vault'>[Kind][number]

const nameOf = (kind: Kind, { details: { type }, last_four }: Method) =>
  `${kind === 'bank' ? 'Bank account' : cardName(type)} ending in ${last_four}`

/** 'MMYY' as the gateway writes it, for people. */
const through = (text: string) => (/^\d{4}$/.test(text) ? `${text.slice(0, 2)}/${text.slice(2)}` : text)

/** The cards and bank accounts kept for the next payment, and taking one away. ACC-065, PAY-055. */
export function SavedMethodsPanel() {
  const queries = useQueryClient()
  const { data, error, refetch } = useRead('GET /v1/payments/customer-vault', {})
  const all = (['card', 'bank'] as const).flatMap((kind) => (data?.[kind] ?? []).map((method) => ({ kind, method })))

  async function remove(name: string, billing_id: string) {
    const isConfirmed = await confirm({
      title: `Remove ${name}?`,
      message: 'It will no longer be offered when you pay. Payments made with it stay as they are.',
      yes: 'Yes, remove it',
      no: 'No, keep it',
      consequence: 'loss',
      act: () => call('DELETE /v1/payments/customer-vault/{billing_id}', { params: { billing_id } }),
    })
    await queries.invalidateQueries({ queryKey: ['GET /v1/payments/customer-vault'] })
    if (isConfirmed) toast('Removed')
  }

  return (
    <Panel title="Saved payment methods">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && all.length === 0 && (
        <p style={{ margin: 0 }}>None yet. When you pay, you can save the card or bank account for next time.</p>
      )}
      {all.length > 0 && (
        <ul className={styles['methods']}>
          {all.map(({ kind, method }) => {
            const { billing_id, details, billTo } = method
            const name = nameOf(kind, method)
            return (
              <li key={billing_id}>
                <span>
                  {name}
                  <span className={styles['whose']}>
                    {billTo.firstName} {billTo.lastName}
                    {details.expiration_date && `, through ${through(details.expiration_date)}`}
                  </span>
                </span>
                <Button
                  variant="default"
                  size="sm"
                  aria-label={`Remove ${name}`}
                  onClick={() => void remove(name, billing_id)}
                >
                  Remove
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
