import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useBeginSession } from '../shell/session.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { notice } from '../ui/dialogs.ts'
import { Form, Submit } from '../ui/Form.tsx'
import { Link } from '../ui/Link.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { NewPassword } from './NewPassword.tsx'
import { FormPage } from './FormPage.tsx'

/** Where the link of the mail leads: a new password, or that the link is spent and how to get another. ACC-020. */
export function ResetPasswordPage() {
  const { token = '' } = useParams() as { token?: string }
  const [entry, setEntry] = useState({ password: '', password2: '' })
  const navigate = useOpenScreen()
  const beginSession = useBeginSession()
  const [isChanged, setIsChanged] = useState(false)
  const link = useQuery({
    queryKey: ['reset', token],
    queryFn: () => call('GET /v1/mybtf/forgot/{token}', { params: { token } }),
    staleTime: Infinity,
    retry: false,
    // The link has done its work: asked again it would be said to be used.
    enabled: !isChanged,
  })
  const reset = useAct('PUT /v1/mybtf/forgot/{token}', {
    failure: 'in place',
    onSuccess: () => {
      setIsChanged(true)
      // Every session of the account has ended, this browser's as well.
      beginSession(null)
      const words = { title: 'Your password is changed', message: 'Please sign in with your new password' }
      void navigate(paths.signin).then(() => notice(words))
    },
  })

  if (link.isPending) return <FormSkeleton fields={2} />
  if (link.isError && !link.data) {
    return (
      <LinkError
        error={link.error}
        onRetry={() => void link.refetch()}
        action={
          <Button component={Link} to={paths.forgotPassword}>
            Ask for a new link
          </Button>
        }
      />
    )
  }
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
