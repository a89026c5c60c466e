import { Button, Text } from '@mantine/core'
import styles from './Payments.module.css'
import type { FieldPlan, HostedFieldsState } from './use-hosted-fields.ts'

type HostedFieldsProps = { plan: readonly FieldPlan[]; fields: HostedFieldsState }

/** Card or account fields that belong to the gateway: what is typed in them never reaches this page. PAY-009, PAY-010, PAY-012. */
export function HostedFields({ plan, fields }: HostedFieldsProps) {
  const { status, toTry, valid, idOf, redraw } = fields
  if (status === 'none') {
    return (
      <p role="alert" className={styles['failed']}>
        New cards and bank accounts cannot be entered here yet. Please choose another way to pay.
      </p>
    )
  }
  if (status === 'failed') {
    return (
      <div role="alert" className={styles['failed']}>
        <p>The payment fields could not be loaded. Nothing was charged.</p>
        <Button variant="default" size="sm" onClick={redraw}>
          Reload them
        </Button>
      </div>
    )
  }
  return (
    <div className={styles['hosted']} aria-busy={status === 'loading'}>
      {plan.map(({ field, label }) => {
        const validity = valid[field]
        const wrong = typeof validity === 'string' ? validity || 'Please check this field.' : undefined
        return (
          <div key={field} className={styles['hostedField']} data-field={field}>
            <span className={styles['hostedLabel']} aria-hidden>
              {label}
            </span>
            <div
              id={idOf(field)}
              className={styles['hostedBox']}
              data-wrong={wrong !== undefined || undefined}
              data-loading={status === 'loading' || undefined}
            />
            {wrong && (
              <p className={styles['wrong']} role="alert">
                {label}: {wrong}
              </p>
            )}
          </div>
        )
      })}
      {toTry && status === 'ready' && (
        <Text size="sm" c="dimmed" className={styles['wide']}>
          Demonstration: no real money moves. Use {toTry}.
        </Text>
      )}
    </div>
  )
}
