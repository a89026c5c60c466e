import { usd } from '@callboard/domain/kernel/money.ts'
import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { failureSentence } from '../../api/failure.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { PersonRow } from './people-rows.ts'
import { chooseScholarship, type ScholarshipChoice, type SavedPersonCalls } from './saved-person.ts'

type ScholarshipDialogProps = {
  row: PersonRow
  scholarships: readonly ScholarshipChoice[]
  calls: SavedPersonCalls
  onClose: () => void
}

const none = 'none'

/** Which of somebody's scholarships is used here, or none. ATT-031. */
export function ScholarshipDialog({ row, scholarships, calls, onClose }: ScholarshipDialogProps) {
  const { name, person_id, attendee } = row
  const [selectedId, setSelectedId] = useState(String(attendee.scholarship_id ?? none))
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function use() {
    setPending(true)
    setError(undefined)
    try {
      await chooseScholarship(person_id, selectedId === none ? null : Number(selectedId), calls)
      onClose()
    } catch (failure) {
      setError(failure)
      setPending(false)
    }
  }

  return (
    <Dialog opened title="Choose a scholarship" onCancel={onClose}>
      <Radio.Group
        label={`Used for the workshop fee of ${name}`}
        description="A scholarship is used once and never exceeds the fee."
        error={error === undefined ? null : failureSentence(error)}
        value={selectedId}
        onChange={setSelectedId}
      >
        <Stack gap="sm" mt="md" mb="lg">
          {scholarships.map(({ id, amount }) => (
            <Radio key={id} value={String(id)} label={`Scholarship of ${usd(amount)}`} />
          ))}
          <Radio value={none} label="No scholarship here" />
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={pending} onClick={() => void use()}>
          Save
        </Button>
      </Group>
    </Dialog>
  )
}
