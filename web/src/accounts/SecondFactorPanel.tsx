import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../api/use-call.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { sessionQuery, type SignedIn } from '../shell/session.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dayText } from '../ui/Day.tsx'
import { Link } from '../ui/Link.tsx'
import { Panel } from '../ui/Panel.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'

const SetUpDialog = lazy(() => import('./SecondFactorDialog.tsx').then((f) => ({ default: f.SecondFactorDialog })))
const ReauthenticationDialog = lazy(() =>
  import('./ReauthenticationDialog.tsx').then((f) => ({ default: f.ReauthenticationDialog })),
)
const CodesDialog = lazy(() => import('./RecoveryCodesDialog.tsx').then((f) => ({ default: f.RecoveryCodesDialog })))

type Open = 'set up' | 'renew' | 'remove' | { codes: readonly string[]; began: boolean } | null

/** The second step of signing in: set up, renewed, taken away. */
export function SecondFactorPanel({ user }: { user: SignedIn }) {
  const [open, setOpen] = useState<Open>(null)
  const [ready, setReady] = useState(false)
  const queries = useQueryClient()
  const { data: standing, error, refetch } = useRead('GET /v1/mybtf/{id}/second-factor', { params: { id: user.id } })
  if (error && !standing) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!standing) return <FormSkeleton fields={1} />

  function close() {
    // The office opens with the first code: only now is that shown, so that nobody leaves without the recovery codes.
    if (typeof open === 'object' && open?.began && user.lacks_second_factor) {
      // The link works once the session is known to have its second step; before, the office leads back here.
      void queries.refetchQueries({ queryKey: sessionQuery.queryKey }).then(() => setReady(true))
    }
    setOpen(null)
  }

  return (
    <Panel
      title="Second step"
      actions={
        standing.on ? (
          <>
            <Button variant="default" size="sm" onClick={() => setOpen('renew')}>
              New recovery codes
            </Button>
            {!standing.required && (
              <Button variant="default" size="sm" onClick={() => setOpen('remove')}>
                Turn off
              </Button>
            )}
          </>
        ) : (
          <Button size="sm" variant={standing.required ? 'filled' : 'default'} onClick={() => setOpen('set up')}>
            Set up
          </Button>
        )
      }
    >
      <Standing {...standing} />
      {ready && (
        <Text mt="sm">
          You can now <Link to={paths.office}>go to the office</Link>.
        </Text>
      )}
      <Suspense fallback={null}>
        {open === 'set up' && (
          <SetUpDialog user_id={user.id} onClose={close} onDone={(codes) => setOpen({ codes, began: true })} />
        )}
        {(open === 'renew' || open === 'remove') && (
          <ReauthenticationDialog
            user_id={user.id}
            what={open}
            onClose={close}
            onRenewed={(codes) => setOpen({ codes, began: false })}
          />
        )}
        {typeof open === 'object' && open && <CodesDialog codes={open.codes} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

const dayOf = (at: Instant) => dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, at)

type SecondFactorProps = { on: boolean; required: boolean; since: Instant | null; recovery_codes_left: number }

function Standing({ on, required, since, recovery_codes_left: left }: SecondFactorProps) {
  if (!on) {
    return required ? (
      <StatusBadge state="standby">
        The office requires a second step. Set it up with your phone; it takes a minute.
      </StatusBadge>
    ) : (
      <Text>
        A code from an app on your phone, in addition to your password. Someone who learns your password still cannot
        sign in.
      </Text>
    )
  }
  return (
    <>
      <StatusBadge state="done">On{since && `, since ${dayText(dayOf(since))}`}</StatusBadge>
      <Text mt={4} size="sm">
        {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
        {left < 3 && ' Create new ones before you need them.'}
      </Text>
    </>
  )
}
