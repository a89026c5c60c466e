import { Button, Group, Stack } from '@mantine/core'
import { explain } from '@callboard/domain/refusals.ts'
import { Dialog } from '../../ui/Dialog.tsx'

export type NoRoutinesAnswer = 'add' | 'skip' | 'stay'

/** Asks about dancers who compete without a routine: two answers, and the way back. COMP-060, M099. */
export function NoRoutines({ onAnswer }: { onAnswer: (answer: NoRoutinesAnswer) => void }) {
  return (
    <Dialog opened title="No routines yet" onCancel={() => onAnswer('stay')}>
      <Stack gap="lg">
        <p style={{ margin: 0 }}>{explain({ code: 'submit.no_routines', tab: 'competition' })}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer('skip')}>
            I am not competing
          </Button>
          <Button data-autofocus onClick={() => onAnswer('add')}>
            Add a routine
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
