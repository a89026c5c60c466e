import { Empty } from '../ui/Empty.tsx'

/** ACC-074. */
export const MaintenancePage = () => (
  <Empty level={1} title="The stage is being set">
    We are working on the site and will be back shortly. Nothing you entered is lost.
  </Empty>
)
