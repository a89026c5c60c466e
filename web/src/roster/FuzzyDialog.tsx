import type { Candidate } from '@callboard/contract/roster/roster.ts'
import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Roster.module.css'
import type { FuzzyQuestion } from './roster-people.ts'

type FuzzyDialogProps = {
  question: FuzzyQuestion
  pending: boolean
  onCancel: () => void
  onChoose: (candidate: Candidate) => void
  onNone: () => void
}

/** Perhaps it is somebody who is known already. ROST-020, ROST-021. */
export function FuzzyDialog({ question, pending, onCancel, onChoose, onNone }: FuzzyDialogProps) {
  const { draft, candidates } = question
  const name = `${draft.fname.trim()} ${draft.lname.trim()}`
  return (
    <Dialog opened title="Did you mean…" width={520} onCancel={onCancel}>
      <Stack gap="lg">
        <Text>
          Choose the person if {name} has danced with us before, so no one is counted twice.
          {candidates.some(({ shared }) => shared) &&
            ' If another account entered this person first, the name, gender and birthdate stay as entered there.'}
        </Text>
        <ul className={styles['candidates']}>
          {candidates.map((candidate) => (
            <li key={candidate.id}>
              <button
                type="button"
                className={styles['candidate']}
                disabled={pending}
                onClick={() => onChoose(candidate)}
              >
                <span>
                  {candidate.fname} {candidate.lname}
                </span>
                <span className="figures">
                  {[candidate.birthdate ? birthdateText(candidate.birthdate) : 'no birthdate', candidate.city]
                    .concat(candidate.shared ? 'entered by another account' : [])
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={pending}>
            Cancel
          </Button>
          <Button loading={pending} onClick={onNone}>
            None of these, add {draft.fname.trim()}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
