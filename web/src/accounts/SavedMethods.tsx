import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Panel } from '../ui/Panel.tsx'
import styles from './AccountPage.module.css'

/** The cards and bank accounts kept for the next payment. ACC-065. */
export function SavedMethods({ user_id }: { user_id: number }) {
  const methods = useQuery({
    queryKey: ['POST /v1/mybtf/authenticate', user_id],
    queryFn: () => call('POST /v1/mybtf/authenticate', { body: {} }),
  }).data?.payment_methods
  const all = [
    ...(methods?.card ?? []).map((method) => ({ ...method, kind: 'Card' })),
    ...(methods?.bank ?? []).map((method) => ({ ...method, kind: 'Bank account' })),
  ]
  return (
    <Panel title="Saved payment methods">
      {all.length === 0 ? (
        <p style={{ margin: 0 }}>None yet. When you pay, you can keep the card or bank account for the next time.</p>
      ) : (
        <ul className={styles['methods']}>
          {all.map(({ billing_id, kind, brand, last_four, expiration_date }) => (
            <li key={billing_id}>
              <span>
                {brand || kind} ending in <span className="figures">{last_four}</span>
              </span>
              {expiration_date && <span className="figures">through {expiration_date}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
