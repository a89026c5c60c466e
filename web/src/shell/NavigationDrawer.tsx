import { Drawer } from '@mantine/core'
import { useCloseOnBack } from '../ui/router/page-history.ts'
import { useReturnFocus, plainHeader } from '../ui/focus-return.ts'
import { Link } from '../ui/Link.tsx'
import styles from './NavigationDrawer.module.css'
import { paths } from './paths.ts'
import type { SignedIn } from './session.ts'
import { SignInLink } from './SignInLink.tsx'
import { useSignOut } from './sign-out.ts'

export type NavigationItem = { to: string; label: string }

type Props = { places: readonly NavigationItem[]; user: SignedIn | null; onClose: () => void }

/** The top navigation on a phone. */
export function NavigationDrawer({ places, user, onClose }: Props) {
  useCloseOnBack(true, onClose)
  useReturnFocus(true)
  const signOut = useSignOut()
  const all = user ? [...places, { to: paths.account, label: 'My Account' }] : places
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={300}
      title="Callboard"
      transitionProps={{ transition: 'fade-left', duration: 150 }}
      attributes={plainHeader}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <nav aria-label="Main" className={styles['list']}>
        {all.map(({ to, label }) => (
          <Link key={to} to={to} within className={styles['item']} onClick={onClose}>
            {label}
          </Link>
        ))}
        {user ? (
          <button
            type="button"
            className={styles['item']}
            onClick={() => {
              onClose()
              void signOut()
            }}
          >
            Sign Out
          </button>
        ) : (
          <SignInLink className={styles['item']} onClick={onClose} />
        )}
      </nav>
    </Drawer>
  )
}
