import { handle, ok } from '@oazapfts/runtime'
import * as api from './generated/oazapfts.ts'
import { billTo, type JourneyEnd, type JourneyStart } from './journey.ts'

/** The main journey through the functions that oazapfts writes. */
export async function journey(start: JourneyStart): Promise<JourneyEnd> {
  api.defaults.baseUrl = start.origin
  const refusalCode = await handle(api.signIn({ email: start.email, password: 'Rehearsal8' }), {
    200: () => '',
    401: ({ code }) => code,
  })
  const { token } = await ok(api.signIn({ email: start.email, password: start.password }))
  api.defaults.headers = { authorization: `Bearer ${token}` }

  const { id } = await ok(api.createRegistration({ tour_date_id: start.tourDateId }))
  const roster = await ok(api.readRoster())
  const personIds = roster.map((person) => person.id)
  await ok(api.saveAttendees({ id, attendees: personIds.map((person_id) => ({ person_id, workshop_level_id: 1 })) }))
  await ok(
    api.addRoutine({
      registration_id: id,
      routine: { name: 'First Light', choreographer: 'Mia Sol' },
      attendees: personIds.slice(0, 1).map((person_id) => ({ person_id })),
      performance_division_id: 1,
    }),
  )
  await ok(api.saveRegistration(id, { is_competing: true, waiver: true, competitionCodeWaiver: true }))
  await ok(api.saveRegistration(id, { reviewed: true }))

  const standing = await ok(api.paymentStanding(id))
  const paymentProfile = { token: start.cardToken, saveProfile: false, billTo }
  await ok(
    api.payByGateway(crypto.randomUUID(), {
      registration_id: id,
      amount: standing.raw,
      paymentMethodId: 1,
      paymentProfile,
    }),
  )
  const { registration } = await ok(api.completeRegistration({ registration_id: id }))
  const record = await ok(api.readRegistration(id))
  return {
    completed: registration.completed,
    balance: (await ok(api.paymentStanding(id))).raw,
    people: Object.keys(record.attendees).length,
    routines: Object.keys(record.routines).length,
    refusalCode,
  }
}
