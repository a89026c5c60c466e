import { AccountPage } from '../accounts/AccountPage.tsx'
import { useRead } from '../api/use-call.ts'
import { ProgramBoard } from '../registrations/best-dancers/ProgramBoard.tsx'
import { ReadErrors } from '../shell/ErrorPage.tsx'
import { useSession } from '../shell/session.ts'

/** The account with what belongs to somebody who registers on their own: their photo and jacket. ACC-059, PROG-020. */
export function AccountScreen() {
  const user = useSession()
  return <AccountPage>{user && !user.studio_account && <OwnPrograms />}</AccountPage>
}

function OwnPrograms() {
  const read = useRead('GET /v1/tda/best-dancers/own', {})
  if (!read.data) return <ReadErrors reads={[read]} />
  return read.data.map(({ registration_id, event_name, city, plural }) => (
    <div key={registration_id}>
      <ProgramBoard visit={{ registration_id }} title={`${plural}: ${event_name}, ${city}`} />
    </div>
  ))
}
