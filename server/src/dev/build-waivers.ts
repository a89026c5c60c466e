import { createHash } from 'node:crypto'
import { daysAfter, minutesAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import type { WaiverForm } from '@callboard/domain/waivers/form.ts'
import type { Tx } from '../platform/db/connect.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { insertRequests, insertWaiver, loadWaiverRows, updateSigned, type WaiverRow } from '../waivers/queries.ts'

type WaiversInput = {
  registration_id: number
  season_id: number
  user_id: number
  /** The first `signed` people have signed, the next `asked` were asked by mail. */
  signed: number
  asked: number
  at: Instant
}

const parents = ['Amara', 'Joel', 'Simone', 'Tariq', 'Elena', 'Marcus'] as const

/** Waivers as a studio has them in the middle of asking: some signed, some mailed, the rest not yet. */
export async function insertDemonstrationWaivers(tx: Tx, input: WaiversInput): Promise<void> {
  const { registration_id, season_id, user_id, signed, asked, at } = input
  const rows = (await loadWaiverRows(tx, registration_id)).filter(({ signed_at }) => signed_at === null)
  const requestRows = rows.slice(0, signed + asked)
  const addresses = requestRows.map(
    (_, n) => `${(parents[n % parents.length] ?? '').toLowerCase()}.${n + 1}@example.com`,
  )
  const requests = await insertRequests(
    tx,
    requestRows.map((row, n) => ({
      registration_id,
      season_id,
      person_id: row.person_id,
      waiver_type_id: row.waiver_type_id,
      version: row.version,
      token_hash: hashOf(newToken()),
      expires_at: daysAfter(at, 30),
      mailed_to: addresses[n] ?? null,
      mailed_at: at,
    })),
    at,
  )
  for (const [n, row] of requestRows.entries()) {
    const id = requests[n]?.id ?? 0
    const email = addresses[n] ?? ''
    await tx
      .updateTable('roster')
      .set({ reminder_email: email })
      .where('user_id', '=', user_id)
      .where('person_id', '=', row.person_id)
      .execute()
    if (n >= signed) continue
    const signed_at = minutesAfter(at, 90 + n * 47)
    const form = formOf(row, n, email)
    await insertWaiver(tx, { ...row, id, season_id, user_id }, signed_at)
    await updateSigned(tx, id, {
      is_self: false,
      form,
      signer_name: `${form.parent?.fname ?? ''} ${row.lname}`,
      parent_relationship: form.parent_relationship,
      signed_at,
      signed_ip: '203.0.113.24',
      user_agent: 'Demonstration',
      signed_by: null,
      seal: createHash('sha256').update(`${id} ${signed_at}`).digest('hex'),
    })
  }
}

function formOf({ fname, lname, birthdate, gender_id }: WaiverRow, n: number, emailValue: string): WaiverForm {
  const contact = { address: `${120 + n} Alder Street, Portland, OR 97209`, phoneValue: '(503) 555-0147', emailValue }
  const parent = {
    ...contact,
    fname: parents[n % parents.length] ?? 'Amara',
    lname,
    birthdateString: '',
    gender_id: n % 2 === 0 ? 1 : 2,
  }
  return {
    ...contact,
    fname,
    lname,
    birthdateString: birthdate ? birthdateText(birthdate) : '06/01/2013',
    gender_id,
    parent_relationship: n % 2 === 0 ? 'Mother' : 'Father',
    parent,
    sameAddressAsParent: true,
  }
}
