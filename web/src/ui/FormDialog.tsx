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

type DialogSubmitProps = {
  pending: boolean
  draft: FormDraft | NoDraftReason
  onClose: () => void
  blockedBy?: string | undefined
  /** After Cancel: what else the dialog can do. */
  beside?: ReactNode
  /** Label of the button that submits. */
  children: ReactNode
}

/** The end of a dialog's form: the button that does it, and Cancel, which drops what was typed. */
export function DialogSubmit({ pending, draft, onClose, blockedBy, beside, children }: DialogSubmitProps) {
  const cancel = () => {
    if (draft instanceof FormDraft) draft.discard()
    onClose()
  }
  return (
    <Submit
      pending={pending}
      blockedBy={blockedBy}
      beside={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          {beside}
        </>
      }
    >
      {children}
    </Submit>
  )
}

/**
 * A form on top of the screen: its fields, one button that does it, and one that leaves all as it was. Escape and the
 * cross close it and keep what was typed; Cancel drops it.
 */
export const FormDialog = (props: FormDialogProps) => {
  const { title, width, error, pending, draft, onSubmit, onClose, submit = 'Save', children } = props
  return (
    <Dialog opened title={title} onCancel={onClose} {...(width !== undefined && { width })}>
      <Form error={error} pending={pending} draft={draft} onSubmit={onSubmit}>
        <Stack gap="lg">{children}</Stack>
        <DialogSubmit pending={pending} draft={draft} onClose={onClose}>
          {submit}
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
