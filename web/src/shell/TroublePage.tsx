import { Button, Group } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { failureWords } from '../api/failure.ts'
import { Empty } from '../ui/Empty.tsx'
import { putBack, typedOnScreen } from './kept-typing.ts'

/** What stands where a screen could not: the frame around it stays, and what was typed is there again after a new try. */
export function TroublePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { title, message } = failureWords(error)
  // While this is drawn for the first time, the screen that failed is still in the page.
  const [typed] = useState(typedOnScreen)
  return (
    <Empty
      level={1}
      title={title}
      action={
        <Group gap="xs" justify="center">
          <Button
            onClick={() => {
              putBack(typed)
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
      {typed.length > 0 && ' What you typed is kept: try again.'}
    </Empty>
  )
}
