import { Button, Group } from '@mantine/core'
import { paths } from '../shell/paths.ts'
import { Empty } from '../ui/Empty.tsx'
import { Link } from '../ui/Link.tsx'
import { useStore, useWizard } from './wizard-context.tsx'

/** The wizard's root once there is nothing more to register. WIZ-025. */
export function CompletedScreen() {
  const { id } = useStore()
  const { event, event_city } = useWizard(({ facts }) => facts.tour_date)
  return (
    <Empty
      level={1}
      title="This registration is complete"
      action={
        <Group gap="xs">
          <Button component={Link} to={paths.event(id, 'overview')}>
            Go to your event
          </Button>
          <Button variant="default" component={Link} to={paths.event(id, 'confirmation')}>
            See the confirmation
          </Button>
        </Group>
      }
    >
      You are registered for {event.name} in {event_city.name}. Waivers, music and payments are in your event; changes
      begin there, too.
    </Empty>
  )
}

/** Where a brand does not offer its registration on phones yet. WIZ-045, UI-023, A85. */
export const MobileNotice = () => (
  <Empty
    level={1}
    title="Sorry"
    action={
      <Button component={Link} to={paths.myEvents}>
        See my events
      </Button>
    }
  >
    Registration is not yet available on mobile, however you may still view completed registrations.
  </Empty>
)
