import { Button } from '@mantine/core'
import { useAct } from '../api/use-call.ts'
import { notice } from '../ui/dialogs.ts'

export function ResendConfirmation({ label }: { label: string }) {
  const resend = useAct('POST /v1/mybtf/resend-confirmation', {
    onSuccess: () =>
      void notice({
        title: 'Confirmation Email Sent!',
        message: 'Please check your inbox, and your junk or spam folder as well.',
      }),
  })
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ body: {} })}>
      {label}
    </Button>
  )
}
