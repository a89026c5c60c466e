import { required } from '@callboard/domain/people/contact.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { sayFailure } from '../api/failure.ts'
import { useAct } from '../api/use-call.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { toast } from '../ui/toasts.ts'
import { NewPassword } from './NewPassword.tsx'

/** ACC-061, ACC-062. */
export function ChangePasswordDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const [old_password, setOld] = useState('')
  const [entry, setEntry] = useState({ password: '', password2: '' })
  const change = useAct('PUT /v1/mybtf/{id}/password', {
    failure: 'in place',
    onSuccess: () => {
      toast('Your password is changed.')
      onClose()
    },
  })
  const submit = () =>
    change.mutate(
      { params: { id: user_id }, body: { ...entry, old_password } },
      { onError: (error) => void (error.field ?? sayFailure(error, () => {})) },
    )
  const inPlace = change.error?.field ? change.error : null

  return (
    <Dialog opened title="Change password" onCancel={onClose}>
      <Form error={inPlace} pending={change.isPending} onSubmit={submit}>
        <Stack gap="lg">
          <PasswordField
            label="Old password"
            name="old_password"
            autoComplete="current-password"
            value={old_password}
            onChange={setOld}
            error={old_password === '' ? required : undefined}
          />
          <NewPassword entry={entry} onChange={setEntry} />
        </Stack>
        <Submit
          pending={change.isPending}
          beside={
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          Save
        </Submit>
      </Form>
    </Dialog>
  )
}
