import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { send } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'
import { toast } from '../ui/toasts.ts'
import { paths } from './paths.ts'
import { useBeginSession } from './session.ts'

/** Sign Out: the server forgets the session first, then the browser does (ACC-011). */
export function useSignOut() {
  const beginSession = useBeginSession()
  const navigate = useOpenScreen()
  return async () => {
    try {
      await send('POST', '/v1/mybtf/signout', {})
    } catch (error) {
      // A session the server no longer knows is as good as ended.
      const isSessionEnded = error instanceof ReplyError && error.status === 401
      if (!isSessionEnded) return showFailure(error, () => {})
    }
    beginSession(null)
    await navigate(paths.signin)
    toast('You have been logged out.')
  }
}
