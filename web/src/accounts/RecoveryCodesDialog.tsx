import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './AccountPage.module.css'

/** Shown once: afterwards nobody, we included, can read them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast('Copied')
    } catch {
      // Not allowed to write the clipboard: the codes can be selected and written down.
    }
  }
  return (
    <Dialog opened title="Keep your recovery codes" onCancel={onClose}>
      <Stack gap="lg">
        <Text>
          Each code signs you in once without your phone. Write them down or print them: they are not shown again, and
          without your phone or a code you cannot sign in.
        </Text>
        <ul className={styles['codes']}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <Button onClick={onClose}>I saved them</Button>
          <Button variant="default" onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="callboard-recovery-codes.txt"
          >
            Save as a file
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
