import { Button } from '@mantine/core'
import { Empty } from '../ui/Empty.tsx'
import { Link } from '../ui/Link.tsx'
import { paths } from './paths.ts'

export function NotFoundPage() {
  return (
    <Empty
      level={1}
      title="Page not found"
      action={
        <Button component={Link} to={paths.home}>
          Go to the home page
        </Button>
      }
    >
      This page does not exist, or no longer does. If a link brought you here, ask the sender for a new one.
    </Empty>
  )
}

/** ACC-074. */
export const MaintenancePage = () => (
  <Empty level={1} title="Down for maintenance">
    We are working on the site and will be back shortly. Nothing you entered is lost.
  </Empty>
)
