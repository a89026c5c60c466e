import { useParams } from 'wouter'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useBeginSession } from '../shell/session.ts'
import { notice } from '../ui/dialogs.ts'
import { Form, Submit } from '../ui/Form.tsx'
import { Link } from '../ui/Link.tsx'
import { NewPassword } from './NewPassword.tsx'
import { FormPage } from './FormPage.tsx'

export function ResetPasswordPage() {
  const { token = '' } = useParams() as { token?: string }
  const [entry, setEntry] = useState({ password: '', password2: '' })
  const navigate = useOpenScreen()
  const beginSession = useBeginSession()
  const reset = useAct('PUT /v1/mybtf/forgot/{token}', {
    failure: 'in place',
    onSuccess: () => {
      // Every session of the account has ended, this browser's as well.
      beginSession(null)
      const words = { title: 'Your password is changed', message: 'Please sign in with your new password' }
      void navigate(paths.signin).then(() => notice(words))
    },
  })

  return (
    <FormPage
      title="Choose a new password"
      lead="You will be signed out on all devices."
      aside={reset.error?.code === 'account.link_over' && <Link to={paths.forgotPassword}>Ask for a new link</Link>}
    >
      <Form
        draft="credentials"
        error={reset.error}
        pending={reset.isPending}
        onSubmit={() => reset.mutate({ params: { token }, body: entry })}
      >
        <NewPassword entry={entry} onChange={setEntry} />
        <Submit pending={reset.isPending}>Save</Submit>
      </Form>
    </FormPage>
  )
}
