import { codeError } from '@callboard/domain/accounts/second-factor.ts'
import { required } from '@callboard/domain/roster/contact.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { PasswordField, CodeField } from '../ui/secret-fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { toast } from '../ui/toasts.ts'

type ReauthenticationProps = {
  user_id: number
  what: 'renew' | 'remove'
  onClose: () => void
  onRenewed: (codes: readonly string[]) => void
}

const words = {
  renew: { title: 'New recovery codes', text: 'The codes you have now stop working.', submit: 'Create new codes' },
  remove: { title: 'Turn the second step off', text: 'Your password alone will sign you in.', submit: 'Turn off' },
} as const

/** Password and code, before the second step is changed. */
export function ReauthenticationDialog({ user_id, what, onClose, onRenewed }: ReauthenticationProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const refreshes = ['GET /v1/mybtf/{id}/second-factor'] as const
  const renew = useAct('POST /v1/mybtf/{id}/recovery-codes', {
    failure: 'in place',
    refreshes,
    onSuccess: ({ recovery_codes }) => onRenewed(recovery_codes),
  })
  const remove = useAct('POST /v1/mybtf/{id}/second-factor/remove', {
    failure: 'in place',
    refreshes,
    onSuccess: () => {
      toast('The second step is off.')
      onClose()
    },
  })
  const act = what === 'renew' ? renew : remove
  const { title, text, submit } = words[what]

  return (
    <FormDialog
      draft="credentials"
      title={title}
      error={act.error}
      pending={act.isPending}
      onSubmit={() => act.mutate({ params: { id: user_id }, body: { password, code } })}
      onClose={onClose}
      submit={submit}
    >
      <Text>{text}</Text>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={password === '' ? required : undefined}
      />
      <CodeField value={code} onChange={setCode} error={codeError(code) ?? undefined} />
    </FormDialog>
  )
}
