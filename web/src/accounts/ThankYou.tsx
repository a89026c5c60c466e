import { Button, Group, Stack, Text } from '@mantine/core'
import { useSession } from '../shell/session.ts'
import { useContinueOnceConfirmed } from './sign-in-redirect.ts'
import { FormPage } from './FormPage.tsx'
import { useAct } from '../api/use-call.ts'
import { notice } from '../ui/dialogs.ts'

/** After a sign-up: what happens next. ACC-030. */
export function ThankYou() {
  const user = useSession()
  useContinueOnceConfirmed()
  return (
    <FormPage title="Thank you" lead="Your account is ready. One thing left: confirm your email.">
      <Stack gap="lg">
        <Text>
          A confirmation email was sent to <strong>{user?.email}</strong>. Open its link and this page will continue
          automatically.
        </Text>
        <Group gap="xs">
          <ResendConfirmation label="resend confirmation email" />
          <Button variant="subtle" component="a" href={window.location.pathname}>
            I’ve confirmed my email
          </Button>
        </Group>
      </Stack>
    </FormPage>
  )
}

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
