import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './RunningOrder.module.css'
import type { OfficeOrder, RunningOrder } from './use-running-order.ts'

type PublishDialogProps = { order: RunningOrder; data: OfficeOrder; onClose: () => void }

const count = (many: number, word: string) => (many > 0 ? `${many} ${word}` : '')

/** Shows who would be mailed what, then publishes. */
export function PublishDialog({ order, data, onClose }: PublishDialogProps) {
  const { changes, conflicts, published_version, readers } = data
  const hardCount = conflicts.filter(({ hard }) => hard).length
  async function publish() {
    if (await order.publish()) toast('The running order is published')
    onClose()
  }
  return (
    <Dialog
      opened
      title={published_version === null ? 'Publish the running order?' : 'Publish the changes?'}
      onCancel={onClose}
    >
      <Stack gap="md">
        <Text>
          {changes.length === 0
            ? 'No studio is emailed: nothing changed by more than a minute.'
            : `${changes.length} ${changes.length === 1 ? 'studio is' : 'studios are'} emailed their changes.`}{' '}
          {published_version === null && 'Entry numbers are fixed from now on.'}{' '}
          {readers.is_public &&
            `Anyone with the link to the public page reads it, ${readers.shows_dancers ? 'with' : 'without'} names of dancers.`}
        </Text>
        {hardCount > 0 && (
          <Text>
            <b>
              {hardCount} hard {hardCount === 1 ? 'conflict is' : 'conflicts are'} left.
            </b>
          </Text>
        )}
        <ul className={styles['summary']}>
          {changes.map(({ registration_id, studio, added, moved, scratched }) => (
            <li key={registration_id}>
              {studio}:{' '}
              {[count(added, 'new'), count(moved, 'moved'), count(scratched, 'scratched')].filter(Boolean).join(', ')}
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={order.pending} onClick={() => void publish()}>
            Publish
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
