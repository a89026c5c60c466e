import createClient from 'openapi-fetch'
import type { paths } from './generated/schema.ts'
import { billTo, type JourneyEnd, type JourneyStart } from './journey.ts'

/** The main journey through the types of openapi-typescript and its own thin client. */
export async function journey(start: JourneyStart): Promise<JourneyEnd> {
  const client = createClient<paths>({ baseUrl: start.origin })

  const refusal = await client.POST('/v1/mybtf/signin', { body: { email: start.email, password: 'Rehearsal8' } })
  const signedIn = await client.POST('/v1/mybtf/signin', { body: { email: start.email, password: start.password } })
  const token = signedIn.data?.token
  if (!token) throw new Error(signedIn.error?.message ?? 'no token')
  client.use({
    onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`),
    onResponse: async ({ response }) => {
      if (!response.ok) throw new Error(await response.clone().text())
    },
  })

  const { data: draft } = await client.POST('/v1/mybtf/registration', { body: { tour_date_id: start.tourDateId } })
  if (!draft) throw new Error('not begun')
  const roster = await client.GET('/v1/mybtf/roster')
  const personIds = roster.data?.map(({ id }) => id) ?? []
  await client.PUT('/v1/dance360/workshop/attendees', {
    body: { id: draft.id, attendees: personIds.map((person_id) => ({ person_id, workshop_level_id: 1 })) },
  })
  await client.POST('/v1/dance360/routines', {
    body: {
      registration_id: draft.id,
      routine: { name: 'First Light', choreographer: 'Mia Sol' },
      attendees: personIds.slice(0, 1).map((person_id) => ({ person_id })),
      performance_division_id: 1,
    },
  })
  const path = { id: draft.id }
  await client.PUT('/v1/dance360/registrations/{id}', {
    params: { path },
    body: { is_competing: true, waiver: true, competitionCodeWaiver: true },
  })
  await client.PUT('/v1/dance360/registrations/{id}', { params: { path }, body: { reviewed: true } })

  const query = { registration_id: draft.id }
  const { data: standing } = await client.GET('/v1/payments/standing', { params: { query } })
  if (!standing) throw new Error('no standing')
  await client.POST('/v1/payments/nmi-payment', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      registration_id: draft.id,
      amount: standing.raw,
      paymentMethodId: 1,
      paymentProfile: { token: start.cardToken, saveProfile: false, billTo },
    },
  })
  const end = await client.PUT('/v1/mybtf/complete-registration', { body: { registration_id: draft.id } })
  const finalStanding = await client.GET('/v1/payments/standing', { params: { query } })
  const record = await client.GET('/v1/dance360/registrations/{id}', { params: { path } })
  return {
    completed: end.data?.registration.completed ?? false,
    balance: finalStanding.data?.raw ?? -1,
    people: Object.keys(record.data?.attendees ?? {}).length,
    routines: Object.keys(record.data?.routines ?? {}).length,
    refusalCode: refusal.error?.code ?? '',
  }
}
