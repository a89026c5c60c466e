import {
  changeExempt,
  changeStudioFlags,
  listAudit,
  listOfficeMails,
  readOfficeStudio,
  readToday,
  retryMail,
} from '@callboard/contract/desk/desk.ts'
import { addDays } from '@callboard/domain/kernel/calendar.ts'
import { productTimeZone } from '@callboard/domain/kernel/moment-text.ts'
import { instantAt } from '@callboard/domain/kernel/zoned-time.ts'
import { findExempt, updateExempt } from '../accounts/queries.ts'
import { audited, listAuditActors } from '../platform/audit-queries.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { pageOf } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { countFailedMails, listMailsByState, lockMail, requeueMail } from '../platform/mail/queries.ts'
import { setStudioFlags } from '../roster/studio-queries.ts'
import { listExceptions } from '../ledger/exception-queries.ts'
import { definedFields } from '../platform/http/read-body.ts'
import { loadAuditLines } from './audit-reference-queries.ts'
import { countCredits, findOfficeStudio } from './queries.ts'
import { listDueRegistrations, withDueDates } from './due-registrations.ts'
import { countedAtMost, countState, searchRegistrations } from './search.ts'
import { officeDueRoutes } from './due-routes.ts'
import { officeMoneyRoutes } from './money-routes.ts'
import { officeRegistrationRoutes } from './registration-routes.ts'

/** Rows of each queue on the first screen; the list shows the rest. */
const firstFew = 10
/** At most this many balances due are considered, earliest cities first. */
const owingAtMost = 500
const newest = { sort: 'completed', order: 'desc', page: 1, per_page: firstFew } as const

function officeDeskRoutes(app: App) {
  serve(app, readToday, async (tx, { now }) => {
    const reviewed = await searchRegistrations(tx, { ...newest, state: 'unconfirmed' })
    const owing = await listDueRegistrations(tx, { most: owingAtMost }, now)
    return {
      counts: {
        to_review: await countState(tx, 'unconfirmed'),
        pending: await countState(tx, 'pending'),
        failed_mails: await countFailedMails(tx, countedAtMost),
        credits: await countCredits(tx, countedAtMost),
      },
      to_review: await withDueDates(tx, reviewed.rows, now),
      // A registration under review shows its own balance, so it is not listed in both queues.
      pending: owing
        .filter(({ row }) => row.confirmed)
        .slice(0, firstFew)
        .map(({ row, ...due }) => ({ ...row, ...due })),
      exceptions: await listExceptions(tx, 200),
      now,
    }
  })

  serve(app, readOfficeStudio, async (tx, { params: { id } }) => {
    const studio = orNotFound(await findOfficeStudio(tx, id))
    const { rows } = await searchRegistrations(tx, { ...newest, per_page: 100, studio_id: id })
    return { ...studio, registrations: rows }
  })

  serve(app, changeStudioFlags, async (tx, { params: { id }, body, ...caller }) => {
    const { name: _, claimed: __, id: ___, ...before } = orNotFound(await findOfficeStudio(tx, id))
    const after = { ...before, ...definedFields(body) }
    await setStudioFlags(tx, id, after)
    await audited(tx, caller, { action: 'change studio', entity: 'studio', entity_id: id, before, after })
    return after
  })

  serve(app, changeExempt, async (tx, { params: { id }, body: { exempt }, ...caller }) => {
    const before = orNotFound(await findExempt(tx, id))
    await updateExempt(tx, id, exempt)
    await audited(tx, caller, { action: 'change exemption', entity: 'user', entity_id: id, before, after: { exempt } })
    return { id, exempt }
  })

  serve(app, listOfficeMails, async (tx, { query }) => pageOf(await listMailsByState(tx, query), query))

  serve(app, retryMail, async (tx, { params: { id }, ...caller }) => {
    const mail = orNotFound(await lockMail(tx, id))
    const { state, tries } = mail
    // One that waits to be sent needs no second job.
    if (state !== 'failed') return mail
    await requeueMail(tx, id)
    await audited(tx, caller, {
      action: 'send mail again',
      entity: 'mail',
      entity_id: id,
      before: { state, tries },
      after: { state: 'queued', tries },
    })
    return { ...mail, state: 'queued' as const }
  })

  serve(app, listAudit, async (tx, { query: { day, ...query } }) => {
    const ofDay = day && {
      from: instantAt(productTimeZone, `${day}T00:00`),
      until: instantAt(productTimeZone, `${addDays(day, 1)}T00:00`),
    }
    const { page, per_page } = query
    const rows = await loadAuditLines(tx, { ...definedFields(query), page, per_page, ...ofDay })
    return { ...pageOf(rows, query), actors: await listAuditActors(tx) }
  })
}

export function officeRoutes(app: App) {
  officeRegistrationRoutes(app)
  officeMoneyRoutes(app)
  officeDueRoutes(app)
  officeDeskRoutes(app)
}
