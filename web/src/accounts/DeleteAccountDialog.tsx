import { codeError } from '@callboard/domain/accounts/second-factor.ts'
import { required } from '@callboard/domain/roster/contact.ts'
import { Text } from '@mantine/core'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useState } from 'react'
import { useAct, useRead } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { ReadErrors } from '../shell/ErrorPage.tsx'
import { useBeginSession, type SignedIn } from '../shell/session.ts'
import { PasswordField, CodeField } from '../ui/secret-fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { notice } from '../ui/dialogs.ts'

/** The account goes, with everybody it has entered. */
export function DeleteAccountDialog({ user, onClose }: { user: SignedIn; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const beginSession = useBeginSession()
  const navigate = useOpenScreen()
  const secondStep = useRead('GET /v1/mybtf/{id}/second-factor', { params: { id: user.id } })
  const hasSecondStep = secondStep.data?.on ?? false
  const forget = useAct('POST /v1/mybtf/{id}/delete-account', {
    failure: 'in place',
    onSuccess: () => {
      onClose()
      beginSession(null)
      const message = 'Your account and everyone you entered are deleted. Payment records stay, without names.'
      void navigate(paths.home).then(() => notice({ title: 'Deleted', message }))
    },
  })

  return (
    <FormDialog
      draft="credentials"
      title="Delete my account"
      error={forget.error}
      pending={forget.isPending}
      onSubmit={() => forget.mutate({ params: { id: user.id }, body: { password, ...(hasSecondStep && { code }) } })}
      onClose={onClose}
      submit="Delete permanently"
    >
      <Text>
        This deletes you, everyone on your roster and your saved payment methods. Paid registrations of past events stay
        on record without names. A registration for an event ahead has to be canceled first. This cannot be undone.
      </Text>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={password === '' ? required : undefined}
      />
      <ReadErrors reads={[secondStep]} />
      {hasSecondStep && <CodeField value={code} onChange={setCode} error={codeError(code) ?? undefined} />}
    </FormDialog>
  )
}
