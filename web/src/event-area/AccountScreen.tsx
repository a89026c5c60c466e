import { AccountPage } from '../accounts/AccountPage.tsx'
import { useRead } from '../api/use-call.ts'
import { ProgrammeBoard } from '../registrations/best-dancers/ProgrammeBoard.tsx'
import { useSession } from '../shell/session.ts'

/** The account with what belongs to somebody who registers on their own: their photo and jacket. ACC-059, PROG-020. */
export function AccountScreen() {
  const user = useSession()
  return <AccountPage>{user && !user.studio_account && <OwnProgrammes />}</AccountPage>
}

function OwnProgrammes() {
  const { data } = useRead('GET /v1/tda/best-dancers/own', {})
  return data?.map(({ registration_id, event_name, city, plural }) => (
    <div key={registration_id}>
      <ProgrammeBoard visit={{ registration_id }} title={`${plural}: ${event_name}, ${city}`} />
    </div>
  ))
}
