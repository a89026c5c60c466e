import { registrationWording } from '@callboard/domain/registrations/refusals.ts'

/** M056, the same sentence that EDIT answers. EVT-021. */
export const justRegistered = registrationWording['registration.just_registered']({
  code: 'registration.just_registered',
})
