import {
  changePromoCode,
  createPromoCode,
  listOfficePromoCodes,
  listPromoCodeUses,
  removePromoCode,
} from '@callboard/contract/payments/office-promo-codes.ts'
import { dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { productTimeZone } from '@callboard/domain/kernel/moment-text.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { zeroCents } from '@callboard/domain/kernel/money.ts'
import { checkPromoChange, planPromoCode, promoStatus, type PromoDraft } from '@callboard/domain/payments/promo.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { pageOf } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import {
  deletePromo,
  findPromoLine,
  insertPromo,
  listPromos,
  listUsesOf,
  lockPromo,
  setPromoTerms,
  type PromoLine,
} from '../ledger/promo-queries.ts'
import { audited } from '../platform/audit-queries.ts'
import { definedFields } from '../platform/http/read-body.ts'

/** Maximum number of registrations listed per code; the registration list has the rest. */
const usesAtMost = 500

const promoLabels = {
  event_id: 'event',
  season_id: 'season',
  max_uses: 'number of uses',
  valid_from: 'first day',
  valid_through: 'last day',
}

/** Promo codes as the office keeps them: what each is worth, where it holds, how often it was used. OFF-022. */
export function officePromoRoutes(app: App) {
  serve(app, listOfficePromoCodes, async (tx, { query: { page, per_page, ...search }, now }) => {
    const day = today(now)
    const rows = await listPromos(tx, search, { page, per_page, day })
    return pageOf(
      rows.map((row) => presentLine(row, day)),
      { page, per_page },
    )
  })

  serve(app, createPromoCode, async (tx, { body, ...caller }) => {
    const { valid_from = null, valid_through = null } = body
    const draft = orRefuse(planPromoCode({ ...body, valid_from, valid_through }))
    const promo = await insertPromo(tx, { ...columnsOf(draft), created: caller.now })
    if (!promo) throw new Refused({ code: 'promo.taken', field: 'code' })
    const entity = { entity: 'promo_code', entity_id: promo.id }
    await audited(tx, caller, { action: 'create promo code', ...entity, before: {}, after: draft })
    return loadLine(tx, promo.id, caller)
  })

  serve(app, changePromoCode, async (tx, { params: { id }, body: { base, ...edit }, ...caller }) => {
    // Locks the promo code: this change and a concurrent use of the code run one after the other.
    orNotFound(await lockPromo(tx, id))
    const before = await loadLine(tx, id, caller)
    const change = orRefuse(mergeEdit({ current: before, base, change: edit, labels: promoLabels }))
    const { active = before.active, ...terms } = definedFields(change)
    const after = orRefuse(planPromoCode({ ...draftOf(before), ...terms }))
    orRefuse(checkPromoChange(before, after, before.applied))
    await setPromoTerms(tx, id, { ...columnsOf(after), active })
    await audited(tx, caller, {
      action: 'change promo code',
      entity: 'promo_code',
      entity_id: id,
      before: { ...draftOf(before), active: before.active },
      after: { ...after, active },
    })
    return loadLine(tx, id, caller)
  })

  serve(app, removePromoCode, async (tx, { params: { id }, ...caller }) => {
    orNotFound(await lockPromo(tx, id))
    const before = await loadLine(tx, id, caller)
    if (before.applied > 0) throw new Refused({ code: 'promo.in_use', field: 'value', uses: before.applied })
    await deletePromo(tx, id)
    const entity = { entity: 'promo_code', entity_id: id }
    await audited(tx, caller, { action: 'delete promo code', ...entity, before: draftOf(before), after: {} })
    return {}
  })

  serve(app, listPromoCodeUses, async (tx, { params: { id } }) => {
    orNotFound(await findPromoLine(tx, id))
    return { rows: await listUsesOf(tx, id, usesAtMost) }
  })
}

// On the wire it is `unique`; the column cannot be called so.
const columnsOf = ({ unique, ...draft }: PromoDraft) => ({ ...draft, is_unique: unique })

// A code belongs to no city.
const today = (now: Instant) => dayIn(productTimeZone, now)

/** The sums are never null: a subquery's type cannot say so. */
const presentLine = ({ is_unique, uses, applied, taken_off, ...line }: PromoLine, day: CalendarDate) => ({
  ...line,
  status: promoStatus({ ...line, uses: uses ?? 0 }, day),
  unique: is_unique,
  uses: uses ?? 0,
  applied: applied ?? 0,
  taken_off: taken_off ?? zeroCents,
})

const loadLine = async (tx: Tx, id: number, { now }: { now: Instant }) =>
  presentLine(orNotFound(await findPromoLine(tx, id)), today(now))

const draftOf = ({
  code,
  type,
  value,
  percentage,
  unique,
  event_id,
  season_id,
  max_uses,
  valid_from,
  valid_through,
  note,
}: ReturnType<typeof presentLine>): PromoDraft => ({
  code,
  type,
  value,
  percentage,
  unique,
  event_id,
  season_id,
  max_uses,
  valid_from,
  valid_through,
  note,
})
