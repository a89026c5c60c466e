import { decideStudentId } from '@callboard/contract/office-registrations.ts'
import { open } from '../aggregate/facts.ts'
import { orNotFound } from '../http/errors.ts'
import { serve, type App } from '../http/serve.ts'
import { lockRegistration } from '../registrations/queries.ts'
import { audited } from './audited.ts'
import { findRegistrationOf, upsertIdDecision } from './queries.ts'
import { setCollegeDiscount } from './reprice.ts'

export function officeMoneyRoutes(app: App) {
  serve(app, decideStudentId, async (tx, { params, body: { decision }, ...caller }) => {
    const { attendee_id } = params
    const { registration_id, person_id } = orNotFound(await findRegistrationOf(tx, attendee_id))
    const opened = await open(tx, orNotFound(await lockRegistration(tx, registration_id)), caller.now)
    const attendee = orNotFound(opened.registration.attendees[person_id])
    const has_college_discount = decision === 'verified' && attendee.college_discount

    await upsertIdDecision(tx, {
      attendee_id,
      student_id_url: attendee.student_id_url ?? '',
      decision,
      decided_by: caller.user.id,
      decided_at: caller.now,
    })
    await audited(tx, caller, {
      action: decision === 'verified' ? 'verify student ID' : 'reject student ID',
      entity: 'registration',
      entity_id: registration_id,
      before: { attendee_id, has_college_discount: attendee.has_college_discount },
      after: { attendee_id, has_college_discount },
    })
    if (has_college_discount !== attendee.has_college_discount) {
      await setCollegeDiscount(tx, opened, attendee, has_college_discount)
    }
    return { attendee_id, decision, has_college_discount }
  })
}
