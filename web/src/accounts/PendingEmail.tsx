import { Alert, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../api/use-call.ts'
import { sessionQuery, type SignedIn } from '../shell/session.ts'
import { toast } from '../ui/toasts.ts'

/** The address an account moves to once its link is followed: the link can be sent again, the move canceled. */
export function PendingEmail({ user, email }: { user: SignedIn; email: string }) {
  const queries = useQueryClient()
  const resend = useAct('POST /v1/mybtf/{id}/email/resend', { onSuccess: () => toast(`We sent a link to ${email}.`) })
  const cancel = useAct('DELETE /v1/mybtf/{id}/email/pending', {
    onSuccess: (account) => {
      queries.setQueryData(sessionQuery.queryKey, account)
      toast('Your email address was not changed.')
    },
  })
  const call = { params: { id: user.id } }
  return (
    <Alert title={`Waiting for ${email}`} mt="md">
      You sign in with {user.email} until you open the link that we emailed to {email}.
      <Group mt="sm" gap="sm">
        <Button size="sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate(call)}>
          Send the link again
        </Button>
        <Button size="sm" variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate(call)}>
          Cancel the change
        </Button>
      </Group>
    </Alert>
  )
}
