import { wishText } from '@callboard/domain/running-order/entry-request.ts'
import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useAct, usePendingIds, useRead } from '../api/use-call.ts'
import { PanelReadError } from '../shell/ErrorPage.tsx'
import { confirm } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { toast } from '../ui/toasts.ts'
import type { RequestedRoutine } from './RequestDialog.tsx'
import styles from './Schedule.module.css'

const RequestDialog = lazy(async () => ({ default: (await import('./RequestDialog.tsx')).RequestDialog }))

/** Requests of a studio for its routines. They change until the order is published with the routine. */
export function RequestsPanel({ registration_id }: { registration_id: number }) {
  const read = useRead('GET /v1/running-order/requests', { query: { registration_id } })
  const { data } = read
  const [edited, setEdited] = useState<RequestedRoutine | null>(null)
  const { mutate } = useAct('DELETE /v1/running-order/requests/{id}', {
    refreshes: ['GET /v1/running-order/requests'],
    onSuccess: () => toast('Request withdrawn'),
  })
  const withdrawingIds = usePendingIds('DELETE /v1/running-order/requests/{id}')
  if (!data) return <PanelReadError title="Requests to the office" read={read} />
  const routines = data.routines.filter(({ open, request }) => open || request)
  if (routines.length === 0) return null
  async function withdraw({ id, name }: RequestedRoutine) {
    const words = { title: `Withdraw the request for ${name}?`, message: 'The office no longer sees it.' }
    const isConfirmed = await confirm({
      ...words,
      yes: 'Yes, withdraw it',
      no: 'No, keep it',
      consequence: 'loss',
    })
    if (isConfirmed) mutate({ params: { id }, query: { registration_id } })
  }
  const isOpen = routines.some(({ open }) => open)
  return (
    <Panel title="Requests to the office" flush>
      <Text className={styles['hint']} c="dimmed">
        {isOpen
          ? 'Ask for a day, a time or anything else that the order should consider, until it is published. The office meets as many requests as it can, and may answer here.'
          : 'The order is published, and your requests are with the office. To change one, contact the office.'}
      </Text>
      <ul className={styles['entries']}>
        {routines.map((routine) => (
          <li key={routine.id} className={styles['request']}>
            <RoutineRequest routine={routine} />
            {routine.open && (
              <span className={styles['requestActs']}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${routine.request ? 'Change the request' : 'Ask'} for ${routine.name}`}
                  onClick={() => setEdited(routine)}
                >
                  {routine.request ? 'Change' : 'Ask'}
                </Button>
                {routine.request && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    loading={withdrawingIds.includes(routine.id)}
                    aria-label={`Withdraw the request for ${routine.name}`}
                    onClick={() => void withdraw(routine)}
                  >
                    Withdraw
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <Suspense fallback={null}>
          <RequestDialog data={data} routine={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

function RoutineRequest({ routine: { name, division, category, request, open } }: { routine: RequestedRoutine }) {
  const wish = request && wishText(request)
  return (
    <span className={styles['title']}>
      <b>{name}</b>
      <span className={styles['second']}>
        {division} {category}
      </span>
      {request && (
        <>
          {wish && <span className={styles['line']}>{wish}</span>}
          {request.text && <span className={styles['line']}>“{request.text}”</span>}
          <span className={styles['line']}>
            {request.answer ? (
              <>
                <b>Office:</b> {request.answer}
              </>
            ) : (
              <StatusBadge state="standby">{open ? 'Not answered yet' : 'With the office'}</StatusBadge>
            )}
          </span>
        </>
      )}
    </span>
  )
}
