import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { Form, Submit } from './Form.tsx'
import type { FormError } from './form-state.ts'
import { FormDraft, type NoDraftReason } from './use-draft.ts'

type FormDialogProps = {
  title: string
  width?: number
  error: FormError | null | undefined
  pending: boolean
  draft: FormDraft | NoDraftReason
  onSubmit: () => void
  onClose: () => void
  /** Label of the submit button. */
  submit?: string
  children: ReactNode
}

/**
 * A form on top of the screen: its fields, one button that does it, and one that leaves all as it was. Escape and the
 * cross close it and keep what was typed; Cancel drops it.
 */
export const FormDialog = (props: FormDialogProps) => {
  const { title, width, error, pending, draft, onSubmit, onClose, submit = 'Save', children } = props
  const cancel = () => {
    if (draft instanceof FormDraft) draft.discard()
    onClose()
  }
  return (
    <Dialog opened title={title} onCancel={onClose} {...(width !== undefined && { width })}>
      <Form error={error} pending={pending} draft={draft} onSubmit={onSubmit}>
        <Stack gap="lg">{children}</Stack>
        <Submit
          pending={pending}
          beside={
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          }
        >
          {submit}
        </Submit>
      </Form>
    </Dialog>
  )
}
