import { Button } from '@mantine/core'
import { Panel } from '../ui/Panel.tsx'
import { paths } from '../shell/paths.ts'
import { DevFrame } from './DevFrame.tsx'
import { useDevState, useDevAction } from './dev-calls.ts'
import styles from './Dev.module.css'

/** Every account, one click away. */
export function SignInAsPage() {
  const devState = useDevState()
  const { act, pending } = useDevAction()
  // A new start of the app: nothing that the last account read may stay.
  const enter = () => window.location.assign(paths.home)

  return (
    <DevFrame title="Sign in as">
      <p>
        Every account of the demonstration also signs in with the password Rehearsal7. The office’s ask for a code as
        well: the one shown here now.
      </p>
      <Panel title="Accounts" flush>
        <ul className={styles['rows']}>
          {devState?.accounts.map(({ email, name, studio, role, confirmed, code }) => (
            <li key={email} className={styles['row']}>
              <span>
                <strong>{name}</strong>
                <span className={styles['quiet']}>
                  {email}
                  {studio && `, ${studio}`}
                  {role !== 'user' && `, ${role}`}
                  {!confirmed && ', address not confirmed'}
                  {code && `, code ${code}`}
                </span>
              </span>
              <Button
                variant="default"
                size="sm"
                disabled={pending}
                onClick={() => void act('/v1/dev/sign-in-as', { email }, enter)}
              >
                Sign in as {name}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
    </DevFrame>
  )
}
