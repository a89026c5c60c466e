import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from './Dialog.tsx'
import type { OpenDialog } from './dialogs.ts'

export function PromptDialog({ dialog }: { dialog: OpenDialog }) {
  const [text, setText] = useState(dialog.kind === 'text' ? dialog.start : '')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const cancel = () => {
    if (!pending) dialog.end('canceled')
  }

  async function answer() {
    if (dialog.kind === 'text') {
      const wrong = dialog.check(text)
      setError(wrong)
      if (wrong) return
    }
    if (dialog.kind === 'confirm' && dialog.act) {
      setPending(true)
      try {
        await dialog.act()
      } catch (failure) {
        setPending(false)
        setError((failure instanceof Error && failure.message) || 'Something went wrong!')
        return
      }
    }
    dialog.end('closed', text)
  }

  return (
    <Dialog opened title={dialog.title} onCancel={cancel}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void answer()
        }}
      >
        <Stack gap="lg">
          <Text component="div" style={{ whiteSpace: 'pre-line' }}>
            {dialog.message}
          </Text>
          {dialog.kind === 'text' && (
            <TextInput
              data-autofocus
              label={dialog.label}
              value={text}
              error={error}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {dialog.kind !== 'text' && error && (
            <Text role="alert" c="red" size="sm">
              {error}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            {dialog.kind !== 'notice' && (
              <Button variant="default" onClick={cancel} disabled={pending}>
                {dialog.no}
              </Button>
            )}
            <Button
              type="submit"
              loading={pending}
              {...(dialog.kind !== 'text' && { 'data-autofocus': true })}
              {...(dialog.kind === 'confirm' && dialog.grave && { color: 'red' })}
            >
              {dialog.kind === 'notice' ? dialog.action : dialog.yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
