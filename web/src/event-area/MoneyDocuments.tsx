import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { address } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { ChangeEntries } from '../registrations/changes/ChangeDetails.tsx'
import { LoadError } from '../shell/ErrorPage.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { useFocusWhenLost } from '../ui/focus-when-lost.ts'
import styles from './MoneyDocuments.module.css'

// Loaded by a click, since most visits only look at the history.
const DancerShares = lazy(async () => ({ default: (await import('./DancerShares.tsx')).DancerShares }))

const statement = '/v1/payments/statement/{registration_id}'

/** Shows the changes of the bill, links to the studio's statement, and the amount each dancer's family owes. */
export function MoneyDocuments({ registration_id, zone }: { registration_id: number; zone: string }) {
  const [shares, setShares] = useState(false)
  const shared = useFocusWhenLost<HTMLDivElement>(shares)
  const params = { registration_id }
  return (
    <div className={styles['papers']}>
      <ChangeHistory registration_id={registration_id} zone={zone} />
      <Panel title="Statement">
        <div className={styles['body']}>
          <p className={styles['lead']}>Every charge, payment and refund up to now, with the balance.</p>
          <div className={styles['links']}>
            <Button
              component="a"
              variant="default"
              size="sm"
              download
              href={address(statement, { params, query: { format: 'pdf' } })}
            >
              Statement as PDF
            </Button>
            <Button
              component="a"
              variant="default"
              size="sm"
              download
              href={address(statement, { params, query: { format: 'csv' } })}
            >
              Statement as spreadsheet
            </Button>
          </div>
        </div>
      </Panel>
      <Panel title="What each dancer owes">
        <div ref={shared} tabIndex={-1}>
          {shares ? (
            <Suspense fallback={<RowsSkeleton rows={4} columns={2} />}>
              <DancerShares registration_id={registration_id} />
            </Suspense>
          ) : (
            <div className={styles['body']}>
              <p className={styles['lead']}>
                Your bill split among your dancers: their own fees, their share of each routine, and an equal share of
                everything else. Promo codes lower what each owes in proportion. It adds up to your bill to the cent.
              </p>
              <div className={styles['links']}>
                <Button variant="default" size="sm" onClick={() => setShares(true)}>
                  Split the bill
                </Button>
              </div>
            </div>
          )}
        </div>
      </Panel>
    </div>
  )
}

/** Every change of the completed registration, the newest first; nothing where there was none. OFF-020, EDIT-007. */
function ChangeHistory({ registration_id, zone }: { registration_id: number; zone: string }) {
  const { data, error, refetch } = useRead('GET /v1/dance360/registrations/{id}/changes', {
    params: { id: registration_id },
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || data.changes.length === 0) return null
  return (
    <Panel title="Changes to your registration">
      <ChangeEntries changes={data.changes} zone={zone} reader="owner" />
    </Panel>
  )
}
