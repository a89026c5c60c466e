import type { App } from '../http/serve.ts'
import { officeBalanceRoutes } from './balance-routes.ts'
import { officeDeskRoutes } from './desk-routes.ts'
import { officeDueRoutes } from './due-routes.ts'
import { officeEventRoutes } from './event-routes.ts'
import { officeMoneyRoutes } from './money-routes.ts'
import { officePromoRoutes } from './promo-routes.ts'
import { officeRegistrationRoutes } from './registration-routes.ts'
import { officeSettingRoutes } from './setting-routes.ts'
import { officeTourRoutes } from './tour-routes.ts'

export function officeRoutes(app: App) {
  officeRegistrationRoutes(app)
  officeMoneyRoutes(app)
  officePromoRoutes(app)
  officeDueRoutes(app)
  officeBalanceRoutes(app)
  officeEventRoutes(app)
  officeTourRoutes(app)
  officeSettingRoutes(app)
  officeDeskRoutes(app)
}
