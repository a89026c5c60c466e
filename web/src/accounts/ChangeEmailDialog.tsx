import { confirmationError } from '@callboard/domain/accounts/password.ts'
import { emailError, required } from '@callboard/domain/roster/contact.ts'
import { useState } from 'react'
import { showFailure } from '../api/failure.ts'
import { useAct } from '../api/use-call.ts'
import type { SignedIn } from '../shell/session.ts'
import { TextField } from '../ui/fields.tsx'
import { PasswordField } from '../ui/secret-fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { toast } from '../ui/toasts.ts'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type ChangeEmailProps = { user: SignedIn; onClose: () => void; onChanged: (user: SignedIn) => void }

/** ACC-060, ACC-062. */
export function ChangeEmailDialog({ user, onClose, onChanged }: ChangeEmailProps) {
  const formDraft = useDraft('accounts/change-email')
  const [email, setEmail] = useDraftState(formDraft, 'email', '')
  const [email2, setEmail2] = useDraftState(formDraft, 'email2', '')
  const [password, setPassword] = useState('')
  const change = useAct('PUT /v1/mybtf/{id}/email', {
    failure: 'in place',
    onSuccess: (account) => {
      formDraft.clear()
      onChanged(account)
      toast(
        account.pending_email ? `We sent a link to ${account.pending_email}.` : 'Your email address was not changed.',
      )
      onClose()
    },
  })
  const submit = () =>
    change.mutate(
      { params: { id: user.id }, body: { email, email2, password } },
      { onError: (error) => void (error.field ?? showFailure(error, () => {})) },
    )

  return (
    <FormDialog
      draft={formDraft}
      title="Change email"
      error={change.error?.field ? change.error : null}
      pending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        help={`Now: ${user.email}. We’ll email a link to the new address. The change takes effect when you open it.`}
        value={email}
        onChange={setEmail}
        error={emailError(email, true) ?? undefined}
      />
      <TextField
        label="Repeat new email"
        name="email2"
        type="email"
        autoComplete="off"
        value={email2}
        onChange={setEmail2}
        error={confirmationError('Emails', email, email2) ?? undefined}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={password === '' ? required : undefined}
      />
    </FormDialog>
  )
}
