import { Button, Group } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { failureWords } from '../api/failure.ts'
import { Empty } from '../ui/Empty.tsx'

/** What stands where a screen could not: the frame around it stays, and so does everything kept outside it. */
export function TroublePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { title, message } = failureWords(error)
  return (
    <Empty
      level={1}
      title={title}
      action={
        <Group gap="xs" justify="center">
          <Button
            onClick={() => {
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
    </Empty>
  )
}
