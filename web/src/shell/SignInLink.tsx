import { useRouter } from '@tanstack/react-router'
import { Link } from '../ui/Link.tsx'
import { paths } from './paths.ts'
import { rememberLeft } from './session.ts'

/** Who signs in of their own accord comes back to what they were looking at. ACC-006. */
export function SignInLink({ className, onClick }: { className: string | undefined; onClick?: () => void }) {
  const router = useRouter()
  return (
    <Link
      to={paths.signin}
      className={className}
      onClick={() => {
        rememberLeft(router.state.location.href)
        onClick?.()
      }}
    >
      SIGN IN / SIGN UP
    </Link>
  )
}
