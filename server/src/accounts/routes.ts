import { answerWith } from '../platform/http/errors.ts'
import type { App } from '../platform/http/serve.ts'
import { changeEmailRoutes } from './change-email.ts'
import { claimRoutes } from './claim.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { officeAccountRoutes } from './office-routes.ts'
import { officeStudioRoutes } from './office-studio-routes.ts'
import { ownAccountRoutes } from './own-account.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { signInRoutes } from './sign-in.ts'
import { studioRoutes } from './studio-routes.ts'

export function accountRoutes(app: App) {
  answerWith({
    'account.not_recognized': 401,
    'account.email_taken': 409,
    'account.authentication_failed': 400,
    'account.link_over': 400,
    'second_factor.wrong_code': 400,
    'second_factor.step_over': 400,
    'second_factor.already_on': 409,
    'second_factor.not_begun': 409,
    'second_factor.not_on': 409,
    'account.invitation_over': 400,
    'invitation.has_account': 409,
    'invitation.open': 409,
    'studio.email_mismatch': 400,
    'studio.email_taken': 409,
  })
  signInRoutes(app)
  secondFactorRoutes(app)
  sessionRoutes(app)
  emailRoutes(app)
  ownAccountRoutes(app)
  changeEmailRoutes(app)
  studioRoutes(app)
  claimRoutes(app)
  officeAccountRoutes(app)
  invitationRoutes(app)
  officeStudioRoutes(app)
}
