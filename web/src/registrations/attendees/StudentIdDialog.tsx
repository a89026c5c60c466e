import { Text } from '@mantine/core'
import { usePaperUpload } from '../../api/use-paper-upload.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { toast } from '../../ui/toasts.ts'
import type { PersonRow } from './people-rows.ts'
import type { SavedPersonCalls } from './saved-person.ts'
import { uploadStudentId } from './student-id.ts'

type StudentIdDialogProps = { row: PersonRow; calls: SavedPersonCalls; onClose: () => void }

/** The college discount asks for a student ID first. ATT-027. */
export function StudentIdDialog({ row: { name, person_id }, calls, onClose }: StudentIdDialogProps) {
  const paper = usePaperUpload({
    what: 'the student ID',
    send: async (file, travel) => {
      const attendee = await calls.savedAttendee(person_id)
      if (!attendee || attendee.id === null) throw new Error('Not saved')
      const { id } = attendee
      await uploadStudentId(file, { ...attendee, id }, calls, travel)
      toast('Student ID uploaded')
      onClose()
    },
  })
  return (
    <Dialog opened title="College discount" onCancel={onClose} width={520}>
      <Text mb="md">Upload a photo or scan of {name}’s student ID. The office checks it; no one else sees it.</Text>
      <FileField label="Student ID" {...paper} />
    </Dialog>
  )
}
