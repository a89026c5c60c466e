import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { runAct, type OpenDialog } from './dialogs.ts'
import { RestoredNotice } from './RestoredNotice.tsx'
import { useDraft, useDraftState } from './use-draft.ts'

type DialogOf<Kind> = Extract<OpenDialog, { kind: Kind }>

export const PromptDialog = ({ dialog }: { dialog: OpenDialog }) =>
  dialog.kind === 'text' ? <TextPrompt dialog={dialog} /> : <Question dialog={dialog} />

/** Runs what the answer does before the dialog closes; what fails is said in the dialog, which stays open. */
function useAct(act: (() => Promise<unknown>) | undefined) {
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  async function perform(): Promise<boolean> {
    if (!act) return true
    setPending(true)
    setError(undefined)
    try {
      return (await runAct(act)) !== false
    } catch (failure) {
      setError((failure instanceof Error && failure.message) || 'Something went wrong!')
      return false
    } finally {
      setPending(false)
    }
  }
  return { error, setError, pending, perform }
}

function Question({ dialog }: { dialog: DialogOf<'notice' | 'confirm'> }) {
  const { error, pending, perform } = useAct(dialog.kind === 'confirm' ? dialog.act : undefined)
  return (
    <PromptForm
      dialog={dialog}
      pending={pending}
      {...(dialog.kind === 'confirm' && dialog.onNo && { onNo: dialog.onNo })}
      answer={async () => {
        if (await perform()) dialog.end('closed')
      }}
    >
      {error && (
        <Text role="alert" c="red" size="sm">
          {error}
        </Text>
      )}
    </PromptForm>
  )
}

const unkept = ['prompt'] as const

/** One line of text. Escape and the cross keep what was typed for the next time it is asked; Cancel drops it. */
function TextPrompt({ dialog }: { dialog: DialogOf<'text'> }) {
  const [name, ...ids] = typeof dialog.draft === 'string' ? unkept : dialog.draft
  const formDraft = useDraft(name, ...ids)
  const [keptText, setKeptText] = useDraftState(formDraft, 'text', dialog.start)
  const [unkeptText, setUnkeptText] = useState(dialog.start)
  const [text, setText] = typeof dialog.draft === 'string' ? [unkeptText, setUnkeptText] : [keptText, setKeptText]
  const { error, setError, pending, perform } = useAct(dialog.act && (() => dialog.act?.(text) ?? Promise.resolve()))

  async function answer() {
    const wrong = dialog.check(text)
    setError(wrong)
    if (wrong || !(await perform())) return
    formDraft.clear()
    dialog.end('closed', text)
  }

  return (
    <PromptForm dialog={dialog} pending={pending} answer={answer} onNo={formDraft.discard}>
      <RestoredNotice draft={formDraft} />
      <TextInput
        data-autofocus
        label={dialog.label}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </PromptForm>
  )
}

type PromptFormProps = {
  dialog: OpenDialog
  pending: boolean
  answer: () => Promise<void>
  onNo?: () => void
  children: ReactNode
}

function PromptForm({ dialog, pending, answer, onNo, children }: PromptFormProps) {
  const cancel = () => {
    if (!pending) dialog.end('canceled')
  }
  const consequence = dialog.kind === 'confirm' ? dialog.consequence : 'none'
  const beginsOnNo = consequence !== 'none'
  return (
    <Dialog opened isQuestion title={dialog.title} onCancel={cancel}>
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
          {children}
          <Group justify="flex-end" gap="xs">
            {dialog.kind !== 'notice' && (
              <Button
                variant="default"
                disabled={pending}
                {...(beginsOnNo && { 'data-autofocus': true })}
                onClick={() => {
                  onNo?.()
                  cancel()
                }}
              >
                {dialog.no}
              </Button>
            )}
            <Button
              type="submit"
              loading={pending}
              {...(dialog.kind !== 'text' && !beginsOnNo && { 'data-autofocus': true })}
              {...(consequence === 'loss' && { color: 'red' })}
            >
              {dialog.kind === 'notice' ? dialog.action : dialog.yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
