import { Button, Group } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { failureWords } from '../api/failure.ts'
import { Empty } from '../ui/Empty.tsx'
import { captureFields, restoreFields } from './field-recovery.ts'

/** Replaces a screen that failed to render; the frame stays, and a retry restores the edited fields. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { title, message } = failureWords(error)
  // During the first render of this page the failed screen is still in the DOM.
  const [editedFields] = useState(captureFields)
  return (
    <Empty
      level={1}
      title={title}
      action={
        <Group gap="xs" justify="center">
          <Button
            onClick={() => {
              restoreFields(editedFields)
              reset()
              void router.invalidate()
            }}
          >
            Try again
          </Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </Group>
      }
    >
      {message}
      {editedFields.length > 0 && ' What you typed is kept: try again.'}
    </Empty>
  )
}
