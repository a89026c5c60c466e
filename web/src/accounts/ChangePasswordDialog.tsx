import { required } from '@callboard/domain/roster/contact.ts'
import { useState } from 'react'
import { showFailure } from '../api/failure.ts'
import { useAct } from '../api/use-call.ts'
import { PasswordField } from '../ui/secret-fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { toast } from '../ui/toasts.ts'
import { NewPassword } from './NewPassword.tsx'

/** ACC-061, ACC-062. */
export function ChangePasswordDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const [old_password, setOld] = useState('')
  const [entry, setEntry] = useState({ password: '', password2: '' })
  const change = useAct('PUT /v1/mybtf/{id}/password', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/{id}/sessions'],
    onSuccess: () => {
      toast('Your password is changed.')
      onClose()
    },
  })
  const submit = () =>
    change.mutate(
      { params: { id: user_id }, body: { ...entry, old_password } },
      { onError: (error) => void (error.field ?? showFailure(error, () => {})) },
    )

  return (
    <FormDialog
      draft="credentials"
      title="Change password"
      error={change.error?.field ? change.error : null}
      pending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordField
        label="Old password"
        name="old_password"
        autoComplete="current-password"
        value={old_password}
        onChange={setOld}
        error={old_password === '' ? required : undefined}
      />
      <NewPassword entry={entry} onChange={setEntry} />
    </FormDialog>
  )
}
