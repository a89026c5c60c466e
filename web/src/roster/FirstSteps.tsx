import { Button, Group } from '@mantine/core'
import { useRead } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { isStaff, type SignedIn } from '../shell/session.ts'
import { Link } from '../ui/Link.tsx'
import { Panel } from '../ui/Panel.tsx'

type FirstStepsProps = { user: Pick<SignedIn, 'id' | 'role' | 'studio_account' | 'person'> }

/** The way into a first registration; an account of the office without a studio has its own way. */
export const FirstSteps = ({ user }: FirstStepsProps) =>
  isStaff(user) && !user.studio_account ? <OfficeDoor fname={user.person?.fname} /> : <RosterSteps user={user} />

const OfficeDoor = ({ fname }: { fname: string | undefined }) => (
  <Panel title={`Welcome${fname ? `, ${fname}` : ''}.`}>
    <Button component={Link} to={paths.office}>
      Open the office
    </Button>
  </Panel>
)

/** The roster, imported where there is a sheet, and then a city. */
function RosterSteps({ user }: FirstStepsProps) {
  const roster = useRead('GET /v1/mybtf/roster', { query: { mybtf_user_id: user.id } })
  if (!roster.data) return null
  const isEmpty = roster.data.length === 0
  const fname = user.person?.fname
  return (
    <Panel title={`Welcome${fname ? `, ${fname}` : ''}. ${isEmpty ? 'Who is coming?' : 'Where to?'}`}>
      <p style={{ margin: '0 0 16px' }}>
        {isEmpty
          ? 'Put your dancers and teachers on your roster once, and register them for any city.'
          : 'Your roster is ready. Choose a city to see what it costs and to register.'}
      </p>
      <Group gap="xs">
        {isEmpty && user.studio_account && (
          <Button component={Link} to={paths.rosterImport}>
            Import your roster
          </Button>
        )}
        {isEmpty && (
          <Button component={Link} to={paths.roster} variant={user.studio_account ? 'default' : 'filled'}>
            Add people by hand
          </Button>
        )}
        <Button component={Link} to={paths.register} variant={isEmpty ? 'default' : 'filled'}>
          Choose a city
        </Button>
      </Group>
    </Panel>
  )
}
