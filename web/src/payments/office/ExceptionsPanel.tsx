import { Button } from '@mantine/core'
import { paths } from '../../shell/paths.ts'
import { useAct } from '../../api/use-call.ts'
import { confirm } from '../../ui/dialogs.ts'
import { momentText } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { refreshed, type OfficeRecord } from '../../registrations/office/record.ts'
import styles from '../../ui/Office.module.css'

type PaymentException = OfficeRecord['exceptions'][number]

type ExceptionsPanelProps = {
  exceptions: readonly PaymentException[]
  zone: string
  /** Says whose each is, where the page itself does not. */
  named?: boolean
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Payments that a person must look at, until somebody says it is dealt with; nothing when there are none. */
export function ExceptionsPanel({ exceptions, zone, named = false }: ExceptionsPanelProps) {
  const resolving = useAct('POST /v1/office/payment-exceptions/{id}/resolve', {
    refreshes: refreshed,
    failure: 'in place',
    onSuccess: () => toast('Removed from the list'),
  })
  if (exceptions.length === 0) return null
  const settle = ({ id, kind }: PaymentException) =>
    confirm({
      title: 'Mark as resolved?',
      message: `“${sentence(kind)}” leaves the list. The office history records that you resolved it.`,
      yes: 'Yes, it is resolved',
      no: 'No, keep it here',
      consequence: 'none',
      act: () => resolving.mutateAsync({ params: { id } }),
    })
  return (
    <Panel title="Payments to look at" flush>
      <ul className={styles['rows']}>
        {exceptions.map((one) => (
          <li key={one.id}>
            <span>
              {sentence(one.kind)}
              <span className={styles['second']}>
                {named && one.registration_id !== null && (
                  <>
                    <Link to={paths.officeAt(`registrations/${one.registration_id}`)}>{one.studio ?? one.email}</Link>
                    ,{' '}
                  </>
                )}
                {one.detail}, {momentText({ at: one.created, zone })}
              </span>
            </span>
            <Button
              variant="default"
              size="sm"
              aria-label={`Settled: ${sentence(one.kind)}, ${one.detail}`}
              onClick={() => void settle(one)}
            >
              Settled
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
