import { legalTextEndpoints } from '@callboard/contract/accounts/legal-texts.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { checkLegalText, unsaidIn } from '@callboard/domain/accounts/legal-text.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { loadSettings, wholeProduct } from '../platform/settings-queries.ts'
import { insertVersion, listCurrent, listVersions, loadCurrent, lockLegalTexts } from './legal-text-queries.ts'

const feesOf = (tx: Tx) => loadSettings(tx, wholeProduct)

/** Terms, privacy policy and competition code: public to read, edited by the office. OFF-035, ACC-072. */
export function legalTextRoutes(app: App) {
  answerWith({ 'legal_text.changed': 409, 'legal_text.newer': 409 })

  serve(app, legalTextEndpoints.readLegalText, (tx, { params }) => loadCurrent(tx, params.name))

  serve(app, legalTextEndpoints.listLegalTexts, async (tx) => {
    const fees = await feesOf(tx)
    const rows = await listCurrent(tx)
    return { rows: rows.map((row) => ({ ...row, unsaid: unsaidIn(row.name, row.text, fees) })) }
  })

  serve(app, legalTextEndpoints.readLegalTextVersions, async (tx, { params }) => ({
    rows: await listVersions(tx, params.name),
  }))

  serve(app, legalTextEndpoints.writeLegalText, async (tx, { params: { name }, body, now, ...caller }) => {
    await lockLegalTexts(tx)
    const before = await loadCurrent(tx, name)
    if (body.version !== before.version) throw new Refused({ code: 'legal_text.newer', field: 'text' })
    const text = orRefuse(checkLegalText(name, body.text, before.text, await feesOf(tx)))
    const version = before.version + 1
    // The page names a day: the one it is where the terms are at home.
    const since = dayIn('America/Los_Angeles', now)
    await insertVersion(tx, { name, version, text, since, created: now, created_by: caller.user.id })
    await audited(
      tx,
      { ...caller, now },
      {
        action: 'new words of a legal text',
        entity: 'legal_text',
        entity_id: name,
        before: { version: before.version, text: before.text },
        after: { version, text },
      },
    )
    return { ...(await loadCurrent(tx, name)), agreed: 0, unsaid: [] }
  })
}
