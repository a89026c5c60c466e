import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import { sessionQuery, takeRememberedRoute, useSession, type SignedIn } from '../shell/session.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Link } from '../ui/Link.tsx'
import { TitleSkeleton } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toasts.ts'

const confirmed = 'Your email has been confirmed'

/** Where a new mail is asked for: a confirmed account waits for a new address, if for any. */
const again = (user: SignedIn | null | undefined) =>
  !user ? paths.signin : user.confirmed ? paths.account : paths.awaitingConfirmation

/** Where the link of the mail leads. Confirming signs nobody in. ACC-016, ACC-086. */
export function ConfirmPage() {
  const { token = '' } = useParams() as { token?: string }
  const user = useSession()
  const queries = useQueryClient()
  const navigate = useOpenScreen()
  const confirmation = useQuery({
    queryKey: ['confirm', token],
    queryFn: () => call('POST /v1/mybtf/confirm', { body: { user: { token } } }),
    staleTime: Infinity,
    retry: false,
  })

  const enter = useEffectEvent(() => {
    if (!confirmation.isSuccess || !user) return
    void queries.refetchQueries({ queryKey: sessionQuery.queryKey }).then(() => {
      toast(confirmed)
      return navigate(takeRememberedRoute())
    })
  })
  // Once, when both are known.
  useEffect(() => {
    enter()
  }, [confirmation.isSuccess, user?.id])

  if (confirmation.isPending) return <TitleSkeleton />
  if (confirmation.isError && !confirmation.data) {
    return (
      <LinkError
        error={confirmation.error}
        onRetry={() => void confirmation.refetch()}
        action={
          <Button component={Link} to={again(user)}>
            {user ? 'Send a new email' : 'Sign in to get a new email'}
          </Button>
        }
      />
    )
  }
  return (
    <Empty
      level={1}
      title={confirmed}
      action={
        <Button component={Link} to={user ? paths.home : paths.signin}>
          {user ? 'Continue' : 'Sign in'}
        </Button>
      }
    >
      Thank you. Your account is ready to use.
    </Empty>
  )
}
