import type { App } from '../platform/http/serve.ts'
import { officeDeskRoutes } from './desk-routes.ts'
import { officeDueRoutes } from './due-routes.ts'
import { officeMoneyRoutes } from './money-routes.ts'
import { officeRegistrationRoutes } from './registration-routes.ts'

export function officeRoutes(app: App) {
  officeRegistrationRoutes(app)
  officeMoneyRoutes(app)
  officeDueRoutes(app)
  officeDeskRoutes(app)
}
