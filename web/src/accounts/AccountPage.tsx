import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useRead } from '../api/use-call.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { sessionQuery, useSession, type SignedIn } from '../shell/session.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import styles from './AccountPage.module.css'
import { Facts } from './StudioRecord.tsx'
import { addressLines, StudioCard } from './StudioCard.tsx'
import { usePeopleLists } from './AddressFields.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { OwnDataPanel } from './OwnDataPanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { SavedMethodsPanel } from './SavedMethodsPanel.tsx'

const ChangeEmailDialog = lazy(() => import('./ChangeEmailDialog.tsx').then((f) => ({ default: f.ChangeEmailDialog })))
const ChangePasswordDialog = lazy(() =>
  import('./ChangePasswordDialog.tsx').then((f) => ({ default: f.ChangePasswordDialog })),
)
const ContactInfoDialog = lazy(() => import('./ContactInfoDialog.tsx').then((f) => ({ default: f.ContactInfoDialog })))

/** `children`: panels of other capabilities. */
export function AccountPage({ children }: { children?: ReactNode }) {
  const user = useSession()
  return user ? <Account user={user}>{children}</Account> : <FormSkeleton />
}

function Account({ user, children }: { user: SignedIn; children: ReactNode }) {
  // Fixed while the page is open: a panel that moves is mounted anew and loses its state.
  const [asksForSecondFactor] = useState(user.lacks_second_factor)
  return (
    <>
      <PageHeader title="My Account">{user.studio?.name}</PageHeader>
      <div className={styles['page']}>
        {asksForSecondFactor && <SecondFactorPanel user={user} />}
        <SignInPanel user={user} />
        <ContactPanel user={user} />
        {user.studio_account && user.studio_id !== null && <StudioCard studio_id={user.studio_id} />}
        {children}
        <SavedMethodsPanel />
        {!asksForSecondFactor && <SecondFactorPanel user={user} />}
        <SessionsPanel user_id={user.id} />
        <OwnDataPanel user={user} />
      </div>
    </>
  )
}

function SignInPanel({ user }: { user: SignedIn }) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null)
  const queries = useQueryClient()
  const close = () => setOpen(null)
  return (
    <Panel
      title="Signing in"
      actions={
        <>
          <Button variant="default" size="sm" onClick={() => setOpen('email')}>
            Change email
          </Button>
          <Button variant="default" size="sm" onClick={() => setOpen('password')}>
            Change password
          </Button>
        </>
      }
    >
      <Facts facts={[['Email', user.email]]} />
      {user.pending_email && <PendingEmail user={user} email={user.pending_email} />}
      <Suspense fallback={null}>
        {open === 'email' && (
          <ChangeEmailDialog
            user={user}
            onClose={close}
            onChanged={(account) => queries.setQueryData(sessionQuery.queryKey, account)}
          />
        )}
        {open === 'password' && <ChangePasswordDialog user_id={user.id} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

function ContactPanel({ user }: { user: SignedIn }) {
  const lists = usePeopleLists()
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const { data, error, refetch } = useRead('GET /v1/mybtf/{id}/contact-info', { params: { id: user.id } })
  const person = data?.person
  if (error && !person) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!person) return <FormSkeleton fields={3} />
  return (
    <Panel
      title="Contact"
      actions={
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          Edit contact info
        </Button>
      }
    >
      <Facts
        facts={[
          ['Name', `${person.fname} ${person.lname}`],
          ['Email', person.email[0]?.value],
          ['Phone', person.phone[0]?.value],
          ['Address', addressLines(person.address, lists?.states)],
        ]}
      />
      <Suspense fallback={null}>
        {open && (
          <ContactInfoDialog
            user={user}
            person={person}
            onClose={() => setOpen(false)}
            onSaved={() => void queries.refetchQueries({ queryKey: sessionQuery.queryKey })}
          />
        )}
      </Suspense>
    </Panel>
  )
}
