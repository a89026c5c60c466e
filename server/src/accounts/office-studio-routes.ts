import {
  correctStudio,
  createUnclaimedStudio,
  listOfficeStudios,
  readStudioRecord,
} from '@callboard/contract/accounts/office-studios.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { pageOf } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import {
  findStudio,
  findStudioByAccountEmail,
  insertStudio,
  listStudios,
  loadStudio,
  lockStudio,
  updateStudio,
} from '../roster/studio-queries.ts'
import { endSetupTokens, findByEmail } from './queries.ts'
import { formOf, judged, mergeStudio } from './studio-entry.ts'

/** A studio without an account is claimed through its address: no other studio and no account may have it. */
async function mustBeFree(tx: Tx, email: string, own_id: number | null) {
  const other = await findStudioByAccountEmail(tx, email)
  const isTaken = other ? other.id !== own_id : (await findByEmail(tx, email)) !== undefined
  if (isTaken) throw new Refused({ code: 'studio.email_taken', field: 'email' })
}

/** Returns the studio fields that the office may correct, as recorded in the audit log. */
async function recordOf(tx: Tx, id: number) {
  const { name, website, address, email, phone, studio_contacts } = await loadStudio(tx, id)
  return { name, website, address, email, phone, studio_contacts }
}

/** Studio management for the office: search, entry before a studio is claimed, corrections. OFF-039. */
export function officeStudioRoutes(app: App) {
  serve(app, listOfficeStudios, async (tx, { query }) => {
    const rows = await listStudios(tx, query)
    return pageOf(rows, query)
  })

  serve(app, readStudioRecord, async (tx, { params: { id } }) => {
    orNotFound(await findStudio(tx, id))
    return loadStudio(tx, id)
  })

  serve(app, createUnclaimedStudio, async (tx, { body, ...caller }) => {
    const entry = await judged(tx, body, formOf(body, null))
    await mustBeFree(tx, entry.email, null)
    const id = await insertStudio(tx, entry, caller.now)
    const after = await recordOf(tx, id)
    await audited(tx, caller, { action: 'create studio', entity: 'studio', entity_id: id, before: null, after })
    return loadStudio(tx, id)
  })

  serve(app, correctStudio, async (tx, { params: { id }, body: { base, ...draft }, ...caller }) => {
    const studio = orNotFound(await findStudio(tx, id))
    await lockStudio(tx, id)
    const before = await recordOf(tx, id)
    const merged = mergeStudio(before, base, draft)
    const entry = await judged(tx, merged.entry, merged.form)
    if (!studio.claimed) await mustBeFree(tx, entry.email, id)
    if (!studio.claimed && entry.email !== studio.account_email) await endSetupTokens(tx, id, caller.now)
    await updateStudio(tx, id, entry)
    const after = await recordOf(tx, id)
    await audited(tx, caller, { action: 'correct studio', entity: 'studio', entity_id: id, before, after })
    return loadStudio(tx, id)
  })
}
