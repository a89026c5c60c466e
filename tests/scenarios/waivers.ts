import type { ExampleRegistration, ExampleWorld } from '@callboard/contract/example-world.ts'
import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import type { WaiverForm } from '@callboard/domain/waivers/form.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { insertRequests, insertWaiver, updateSigned } from '@callboard/server/waivers/queries.ts'
import { insertShareToken } from '@callboard/server/share-links/queries.ts'
import type { Stage } from '../kit.ts'

export const mother = {
  fname: 'Sable',
  lname: 'Halloran',
  address: '',
  birthdateString: '',
  gender_id: 1,
  phoneValue: '(503) 555-0147',
  emailValue: 'sable@example.com',
}

/** A child's waiver as its mother fills it in. */
export const filledForm: WaiverForm = {
  ...mother,
  fname: 'Wren',
  address: '18 Mercer Street, Portland, OR 97209',
  birthdateString: '03/01/2012',
  parent_relationship: 'Mother',
  parent: mother,
  sameAddressAsParent: true,
}

type Whose = Pick<ExampleRegistration, 'id' | 'person_id' | 'attendees'>

/** A shared link, a request that was mailed, and a waiver that is signed. */
export async function makeWaivers({ db, clock }: Stage, whose: Whose): Promise<ExampleWorld['waivers']> {
  const now = clock.now()
  const expires_at = daysAfter(now, 30)
  const [waiting, signedId] = whose.attendees.map(({ person_id }) => person_id).filter((id) => id !== whose.person_id)
  if (waiting === undefined || signedId === undefined) throw new Error('Too few people for waivers')
  const [share_token, sign_token] = [newToken(), newToken()]
  return db.transaction().execute(async (tx) => {
    const share = { token_hash: hashOf(share_token), path: 'waivers' as const, registration_id: whose.id }
    await insertShareToken(tx, { ...share, routine_ids: null, expires_at }, now)
    const type = await tx.selectFrom('waiver_types').select(['id', 'version']).executeTakeFirstOrThrow()
    const city = await tx
      .selectFrom('registrations as r')
      .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
      .where('r.id', '=', whose.id)
      .select(['t.season_id', 'r.user_id'])
      .executeTakeFirstOrThrow()
    const same = {
      registration_id: whose.id,
      waiver_type_id: type.id,
      version: type.version,
      season_id: city.season_id,
      expires_at,
      mailed_to: 'sable@example.com',
      mailed_at: now,
    }
    const [request, other] = await insertRequests(
      tx,
      [
        { ...same, person_id: waiting, token_hash: hashOf(sign_token) },
        { ...same, person_id: signedId, token_hash: hashOf(newToken()) },
      ],
      now,
    )
    if (!request || !other) throw new Error('The waiver requests were not kept')
    const { waiver_type_id, season_id } = same
    const { user_id } = city
    await insertWaiver(tx, { id: other.id, user_id, person_id: signedId, waiver_type_id, season_id }, now)
    await updateSigned(tx, other.id, {
      is_self: false,
      form: filledForm,
      signer_name: 'Sable Halloran',
      parent_relationship: 'Mother',
      signed_at: now,
      signed_ip: '203.0.113.7',
      user_agent: 'a browser',
      signed_by: null,
      seal: hashOf('a waiver'),
    })
    return {
      waiver_type_id,
      share_token,
      request_id: request.id,
      sign_token,
      person_id: waiting,
      signed_request_id: other.id,
      signed_person_id: signedId,
    }
  })
}
