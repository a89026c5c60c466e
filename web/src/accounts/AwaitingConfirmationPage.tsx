import { Stack, Text } from '@mantine/core'
import { useSession } from '../shell/session.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useContinueOnceConfirmed } from './sign-in-redirect.ts'
import { ConfirmationActions, ResendConfirmation } from './ThankYou.tsx'
import { FormPage } from './FormPage.tsx'

export function AwaitingConfirmationPage() {
  const user = useSession()
  useContinueOnceConfirmed()
  return (
    <FormPage title="Please confirm your address" lead="You can use everything else once your email is confirmed.">
      <Stack gap="lg">
        <StatusBadge state="standby">Waiting for your confirmation</StatusBadge>
        <Text>
          We sent an email to <strong>{user?.email}</strong>. Open its link and this page will continue automatically.
        </Text>
        <ConfirmationActions>
          <ResendConfirmation label="Send the email again" />
        </ConfirmationActions>
      </Stack>
    </FormPage>
  )
}
