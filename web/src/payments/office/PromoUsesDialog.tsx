import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/Office.module.css'
import type { PromoLine } from './PromoCodeDialog.tsx'
import { LoadError } from '../../shell/ErrorPage.tsx'

/** Which registrations have a promo code. OFF-022. */
export function PromoUsesDialog({ promo, onClose }: { promo: PromoLine; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /v1/office/promo-codes/{id}/uses', { params: { id: promo.id } })
  return (
    <Dialog opened title={`Who has ${promo.code}`} onCancel={onClose} width={560}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={4} />}
      {data?.rows.length === 0 && <Empty title="No one is using it">Anyone who removed the code is not listed.</Empty>}
      {data && data.rows.length > 0 && (
        <ul className={styles['rows']}>
          {data.rows.map(({ registration_id, studio, email, event, city, amount, counted, completed }) => (
            <li key={registration_id}>
              <span>
                <Link to={paths.officeAt(`registrations/${registration_id}`)}>{studio ?? email}</Link>
                <span className={styles['second']}>
                  {event} {city}, {counted ? (completed ? 'used' : 'being paid') : 'not paid yet'}
                </span>
              </span>
              <Money cents={amount} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
