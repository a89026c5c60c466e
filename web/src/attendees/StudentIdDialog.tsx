import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { failureSentence } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'
import type { Upload } from '../api/upload.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FileField } from '../ui/FileField.tsx'
import { toast } from '../ui/toasts.ts'
import type { PersonRow } from './people-rows.ts'
import type { SavedPersonCalls } from './saved-person.ts'
import { studentIdTypes, uploadStudentId } from './student-id.ts'

type StudentIdDialogProps = { row: PersonRow; calls: SavedPersonCalls; onClose: () => void }

const most = 10_485_760

/** The college discount asks for a student ID first. ATT-027. */
export function StudentIdDialog({ row: { name, person_id }, calls, onClose }: StudentIdDialogProps) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const travelling = useRef<Upload>(undefined)
  useEffect(() => () => travelling.current?.cancel(), [])

  async function send(file: File) {
    setError(undefined)
    if (!studentIdTypes.split(',').includes(file.type)) {
      setError('Please choose a photo or a PDF of the student ID.')
      return
    }
    if (file.size > most) {
      setError('Please select an image file under 10MB to upload and try again.')
      return
    }
    setProgress(0)
    try {
      const attendee = await calls.savedAttendee(person_id)
      if (!attendee || attendee.id === null) throw new Error('Not saved')
      const { id } = attendee
      await uploadStudentId(file, { ...attendee, id }, calls, (upload) => (travelling.current = upload), setProgress)
      travelling.current = undefined
      toast('Student ID uploaded')
      onClose()
    } catch (failure) {
      setProgress(null)
      if (failure instanceof ReplyError && failure.code === 'canceled') return
      setError(failureSentence(failure) ?? 'Something went wrong. Please try again.')
    }
  }

  return (
    <Dialog opened title="College discount" onCancel={onClose} width={520}>
      <Text mb="md">Upload a photo or scan of {name}’s student ID. The office checks it; nobody else sees it.</Text>
      <FileField
        label="Student ID"
        accept={studentIdTypes}
        help="A photo (JPG, PNG, HEIC) or a PDF, at most 10MB."
        error={error}
        onFile={(file) => void send(file)}
        progress={progress}
        onCancel={() => travelling.current?.cancel()}
      />
    </Dialog>
  )
}
