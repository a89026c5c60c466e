import { Group, Stack, Text } from '@mantine/core'
import { useSession } from '../shell/session.ts'
import { CueLight } from '../ui/CueLight.tsx'
import { useGoOnceConfirmed } from './going-on.ts'
import { ResendConfirmation } from './ResendConfirmation.tsx'
import { Sheet } from './Sheet.tsx'

export function AwaitingConfirmationPage() {
  const user = useSession()
  useGoOnceConfirmed()
  return (
    <Sheet title="Please confirm your address" lead="Everything else opens once we know that mail reaches you.">
      <Stack gap="lg">
        <CueLight state="standby">Standing by for your confirmation</CueLight>
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
