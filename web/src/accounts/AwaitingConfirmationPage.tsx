import { Group, Stack, Text } from '@mantine/core'
import { useSession } from '../shell/session.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useContinueOnceConfirmed } from './sign-in-redirect.ts'
import { ResendConfirmation } from './ThankYou.tsx'
import { Sheet } from './Sheet.tsx'

export function AwaitingConfirmationPage() {
  const user = useSession()
  useContinueOnceConfirmed()
  return (
    <Sheet title="Please confirm your address" lead="Everything else opens once we know that mail reaches you.">
      <Stack gap="lg">
        <StatusBadge state="standby">Standing by for your confirmation</StatusBadge>
        <Text>
          We have written to <strong>{user?.email}</strong>. Follow the link in that mail, and this page goes on by
          itself.
        </Text>
        <Group gap="xs">
          <ResendConfirmation label="Send the mail again" />
        </Group>
      </Stack>
    </Sheet>
  )
}
