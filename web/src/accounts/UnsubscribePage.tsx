import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { call } from '../api/call.ts'
import { useAct } from '../api/use-call.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { Empty } from '../ui/Empty.tsx'
import { TitleSkeleton } from '../ui/Skeletons.tsx'

/** The link of news: one click unsubscribes. Opening it alone changes nothing, because mail scanners open links. */
export function UnsubscribePage() {
  const { token = '' } = useParams() as { token?: string }
  const subscription = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: () => call('POST /v1/unsubscribe/open', { body: { token } }),
    retry: false,
  })
  const refresh = { onSuccess: () => void subscription.refetch() }
  const unsubscribe = useAct('POST /v1/unsubscribe/{token}', refresh)
  const again = useAct('DELETE /v1/unsubscribe/{token}', refresh)
  if (subscription.isPending) return <TitleSkeleton />
  if (subscription.isError && !subscription.data) {
    return <LinkError error={subscription.error} onRetry={() => void subscription.refetch()} />
  }
  const { event, email, unsubscribed } = subscription.data
  const params = { token }
  return unsubscribed ? (
    <Empty
      level={1}
      title="You are unsubscribed"
      action={
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate({ params })}>
          Subscribe again
        </Button>
      }
    >
      {`${email} gets no more news from ${event}. You still get emails about your registrations.`}
    </Empty>
  ) : (
    <Empty
      level={1}
      title={`News of ${event}`}
      action={
        <Button loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ params })}>
          Unsubscribe
        </Button>
      }
    >
      {`${email} gets news from ${event}. You get emails about your registrations either way.`}
    </Empty>
  )
}
