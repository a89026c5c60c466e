import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useBeginSession } from '../shell/session.ts'
import { notice } from '../ui/dialogs.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { Link } from '../ui/Link.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { NewPassword } from './NewPassword.tsx'
import { FormPage } from './FormPage.tsx'

/** Claiming a studio: the link of the mail opens it, a password makes it one's own. ACC-041, ACC-042. */
export function SetupPasswordPage() {
  const { token = '' } = useParams() as { token?: string }
  const [entry, setEntry] = useState({ password: '', password2: '' })
  const [isClaimed, setIsClaimed] = useState(false)
  const navigate = useOpenScreen()
  const beginSession = useBeginSession()
  const setupQuery = useQuery({
    queryKey: ['setup', token],
    queryFn: () => call('PUT /v1/mybtf/studios/setupAccount', { body: { token } }),
    staleTime: Infinity,
    retry: false,
    // The link has done its work: asked again it would be said to be used.
    enabled: !isClaimed,
  })
  const signIn = useAct('POST /v1/mybtf/signin', {
    onSuccess: ({ user }) => {
      // A claimed studio's account has a second step: its owner signs in as usual.
      if (!user) return void navigate(paths.signin)
      beginSession(user)
      const message = 'You have claimed your studio! Please update your studio information!'
      void navigate(paths.account).then(() => notice({ title: 'Welcome', message }))
    },
  })
  const setUp = useAct('POST /v1/mybtf/studios/setupAccount', {
    failure: 'in place',
    onSuccess: ({ email }) => {
      setIsClaimed(true)
      signIn.mutate({ body: { email, password: entry.password } })
    },
  })

  if (setupQuery.isPending) return <FormSkeleton fields={2} />
  if (setupQuery.isError && !setupQuery.data) {
    return (
      <LinkError
        error={setupQuery.error}
        onRetry={() => void setupQuery.refetch()}
        action={
          <Button component={Link} to={paths.signupStudio}>
            Find my studio
          </Button>
        }
      />
    )
  }
  const { id, name, primary_mybtf_user } = setupQuery.data
  return (
    <FormPage title={name} lead={`Choose a password to use the account of ${name}.`}>
      <Form
        draft="credentials"
        error={setUp.error}
        pending={setUp.isPending || signIn.isPending}
        onSubmit={() => setUp.mutate({ body: { ...entry, studio_id: id, token } })}
      >
        <p style={{ margin: 0 }}>
          You will sign in as <strong>{primary_mybtf_user.email}</strong>.
        </p>
        <NewPassword entry={entry} onChange={setEntry} />
        <Submit pending={setUp.isPending || signIn.isPending}>Claim the studio</Submit>
      </Form>
    </FormPage>
  )
}
