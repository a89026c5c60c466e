import { passagesOf } from '@callboard/domain/accounts/legal-text.ts'
import { Button, Group } from '@mantine/core'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextBlocks } from '../../accounts/site/LegalTextPage.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'

type LegalTextDialogProps = {
  title: string
  reading: { data: { text: string } | undefined; error: unknown; refetch: () => unknown }
  onClose: () => void
}

/** Shows the current version of a legal text. REV-016. */
export default function LegalTextDialog({ title, reading, onClose }: LegalTextDialogProps) {
  const { data, error, refetch } = reading
  return (
    <Dialog opened title={title} onCancel={onClose} width={690}>
      {data && <TextBlocks blocks={passagesOf(data.text)} />}
      {!data && !error && <FormSkeleton fields={3} />}
      {!data && Boolean(error) && <LoadError error={error} onRetry={() => void refetch()} />}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>OK</Button>
      </Group>
    </Dialog>
  )
}
