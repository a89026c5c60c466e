import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { address } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import type { SignedIn } from '../shell/session.ts'
import { Link } from '../ui/Link.tsx'
import { Panel } from '../ui/Panel.tsx'

const PersonDialog = lazy(() => import('./DeletePersonDialog.tsx').then((f) => ({ default: f.DeletePersonDialog })))
const AccountDialog = lazy(() => import('./DeleteAccountDialog.tsx').then((f) => ({ default: f.DeleteAccountDialog })))

/** Exports or deletes the data stored for an account and its people. */
export function OwnDataPanel({ user }: { user: SignedIn }) {
  const [open, setOpen] = useState<'person' | 'account' | null>(null)
  const close = () => setOpen(null)
  return (
    <Panel
      title="Your data"
      actions={
        <>
          <Button
            variant="default"
            size="sm"
            component="a"
            download
            href={address('/v1/mybtf/{id}/export', { params: { id: user.id } })}
          >
            Save a copy
          </Button>
          <Button variant="default" size="sm" onClick={() => setOpen('person')}>
            Delete a person
          </Button>
          {user.role === 'user' && (
            <Button variant="default" size="sm" onClick={() => setOpen('account')}>
              Delete my account
            </Button>
          )}
        </>
      }
    >
      <Text>
        You can download or delete everything you entered here. <Link to={paths.privacy}>What we keep, and why</Link>
      </Text>
      <Suspense fallback={null}>
        {open === 'person' && <PersonDialog user_id={user.id} onClose={close} />}
        {open === 'account' && <AccountDialog user={user} onClose={close} />}
      </Suspense>
    </Panel>
  )
}
