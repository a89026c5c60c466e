import { invitationDays } from '@callboard/domain/accounts/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useBeginSession } from '../shell/session.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { TextField } from '../ui/fields.tsx'
import { FieldRow, Form, Submit } from '../ui/Form.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { NewPassword } from './NewPassword.tsx'
import { FormPage } from './FormPage.tsx'

type Names = { fname: string; lname: string }

/** Accepting an invitation to the office: a name and a password, then the account page, which sets the second step up. */
export function InvitationPage() {
  const { token = '' } = useParams() as { token?: string }
  const [names, setNames] = useState<Names | null>(null)
  const [entry, setEntry] = useState({ password: '', password2: '' })
  const [isAccepted, setIsAccepted] = useState(false)
  const [, navigate] = useLocation()
  const beginSession = useBeginSession()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /v1/invitations/open', { body: { token } }),
    staleTime: Infinity,
    retry: false,
    // The link has done its work: asked again it would be said to be used.
    enabled: !isAccepted,
  })
  const signIn = useAct('POST /v1/mybtf/signin', {
    onSuccess: ({ user }) => {
      if (!user) return navigate(paths.signin)
      beginSession(user)
      navigate(user.lacks_second_factor ? paths.account : paths.office)
    },
  })
  const accept = useAct('POST /v1/invitations/accept', {
    failure: 'in place',
    onSuccess: ({ email }) => {
      setIsAccepted(true)
      signIn.mutate({ body: { email, password: entry.password } })
    },
  })

  if (invitation.isPending) return <FormSkeleton fields={4} />
  if (invitation.isError && !invitation.data) {
    return (
      <LinkError
        refusalTitle="This invitation cannot be used"
        error={invitation.error}
        onRetry={() => void invitation.refetch()}
      />
    )
  }
  const { email, role, fname, lname } = invitation.data
  const current = names ?? { fname, lname }
  const pending = accept.isPending || signIn.isPending
  return (
    <FormPage
      title="Join the office"
      lead={`You are invited as ${role === 'admin' ? 'an administrator' : 'a member of the office'}. The link works once, for ${invitationDays} days.`}
    >
      <Form
        draft="credentials"
        error={accept.error}
        pending={pending}
        onSubmit={() => accept.mutate({ body: { token, ...current, ...entry } })}
      >
        <p style={{ margin: 0 }}>
          You will sign in as <strong style={{ overflowWrap: 'anywhere' }}>{email}</strong>. Next you set up a second
          step with an authenticator app.
        </p>
        <FieldRow>
          <TextField
            label="First name"
            name="fname"
            autoComplete="given-name"
            maxLength={60}
            value={current.fname}
            onChange={(next) => setNames({ ...current, fname: next })}
            error={current.fname.trim() ? undefined : 'Required'}
          />
          <TextField
            label="Last name"
            name="lname"
            autoComplete="family-name"
            maxLength={60}
            value={current.lname}
            onChange={(next) => setNames({ ...current, lname: next })}
            error={current.lname.trim() ? undefined : 'Required'}
          />
        </FieldRow>
        <NewPassword entry={entry} onChange={setEntry} />
        <Submit pending={pending}>Accept invitation</Submit>
      </Form>
    </FormPage>
  )
}
