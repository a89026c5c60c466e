import { readAddress } from '../ui/router/page-history.ts'
import { Link } from '../ui/Link.tsx'
import { paths } from './paths.ts'
import { rememberLeft } from './session.ts'

/** Returns to the current page after sign-in. ACC-006. */
export function SignInLink({ className, onClick }: { className: string | undefined; onClick?: () => void }) {
  return (
    <Link
      to={paths.signin}
      className={className}
      onClick={() => {
        rememberLeft(readAddress().href)
        onClick?.()
      }}
    >
      SIGN IN / SIGN UP
    </Link>
  )
}
