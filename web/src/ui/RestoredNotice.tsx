import { Button, Group, Text } from '@mantine/core'
import { useIsRestored, useIsTooLong, type FormDraft } from './use-draft.ts'

/** Says where the values come from, and how to be rid of them; or that they are not kept. */
export function RestoredNotice({ draft }: { draft: FormDraft }) {
  const isRestored = useIsRestored(draft)
  if (useIsTooLong(draft)) {
    return (
      <Text size="sm" component="output">
        This is too long to keep. Save it before you leave the page.
      </Text>
    )
  }
  if (!isRestored) return null
  return (
    <Group gap="xs" component="output">
      <Text size="sm" component="span">
        We kept what you typed.
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={draft.discard}>
        Discard
      </Button>
    </Group>
  )
}
