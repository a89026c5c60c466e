import { passagesOf } from '@callboard/domain/accounts/legal-text.ts'
import { Button, Group } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextBlocks } from '../../accounts/site/LegalTextPage.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'

type LegalTextDialogProps = { title: string; text: string | undefined; onClose: () => void }

/** Shows the current version of a legal text. REV-016. */
export default function LegalTextDialog({ title, text, onClose }: LegalTextDialogProps) {
  return (
    <Dialog opened title={title} onCancel={onClose} width={690}>
      {text === undefined ? <FormSkeleton fields={3} /> : <TextBlocks blocks={passagesOf(text)} />}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>OK</Button>
      </Group>
    </Dialog>
  )
}
