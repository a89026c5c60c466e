import { Button } from '@mantine/core'
import { paths } from '../shell/paths.ts'
import { Empty } from '../ui/Empty.tsx'
import { Link } from '../ui/Link.tsx'

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
