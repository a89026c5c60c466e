import { Button, Group } from '@mantine/core'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { DateTime } from '../ui/Day.tsx'
import { Link } from '../ui/Link.tsx'
import { StatusIcon } from '../ui/StatusBadge.tsx'
import {
  ChangeList,
  ChangeTotals,
  OfficeMessage,
  type RegistrationChange,
} from '../registrations/changes/ChangeDetails.tsx'
import changes from '../registrations/changes/Changes.module.css'
import styles from './Overview.module.css'

/** The overview lists this many differences of a change; the Payments page lists all. */
const listedAtMost = 8

type ChangeNoticesProps = { id: number; unseen: readonly RegistrationChange[]; zone: string }

/** The office's changes that the owner has not put away, each with its message. OFF-020. */
export function ChangeNotices({ id, unseen, zone }: ChangeNoticesProps) {
  const { mutate, isPending } = useAct('POST /v1/dance360/registrations/{id}/changes/seen', {
    refreshes: ['GET /v1/dance360/registrations/{id}/event-area'],
  })
  const [newest] = unseen
  if (!newest) return null
  return (
    <section className={styles['notice']} aria-label="Changes by the office">
      <StatusIcon state="standby" />
      <div className={changes['notices']}>
        {unseen.map((change) => (
          <div key={change.id} className={changes['change']}>
            <p>
              <strong>The office changed your registration.</strong> <DateTime at={change.created} zone={zone} />
            </p>
            <OfficeMessage message={change.message} />
            <ChangeList change={change} most={listedAtMost} />
            <ChangeTotals change={change} reader="owner" />
          </div>
        ))}
        <Group gap="xs">
          <Button size="sm" loading={isPending} onClick={() => mutate({ params: { id }, body: { until: newest.id } })}>
            Got it
          </Button>
          <Button component={Link} to={paths.paymentHistory(id)} variant="default" size="sm">
            See every amount
          </Button>
        </Group>
      </div>
    </section>
  )
}
