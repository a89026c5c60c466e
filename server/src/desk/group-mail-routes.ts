import {
  cancelGroupMail,
  changeGroupMail,
  countAudience,
  createGroupMail,
  deleteGroupMail,
  listGroupMailRecipients,
  listGroupMails,
  readGroupMail,
  readGroupMailHtml,
  sendGroupMail,
  testGroupMail,
} from '@callboard/contract/desk/group-mails.ts'
import {
  groupMailFields,
  mayChange,
  planCancel,
  planGroupMail,
  planSending,
  type Audience,
  type GroupMailInput,
} from '@callboard/domain/desk/group-mail.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { instantAt } from '@callboard/domain/kernel/zoned-time.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { pageOf } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { htmlOf } from '../platform/mail/layout.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { addJob } from '../platform/queue/queue.ts'
import { groupMailLetter, unsubscribeToken } from './group-mail-letter.ts'
import {
  countRecipients,
  deleteGroupMailRow,
  findAudienceCities,
  findBrand,
  findGroupMail,
  insertGroupMail,
  listAudience,
  listGroupMailLines,
  listRecipients,
  lockGroupMail,
  setGroupMailState,
  setGroupMailText,
  type RecipientLine,
} from './group-mail-queries.ts'
import { linesByAccount, listSpared } from './send-group-mails.ts'

/** People whom the count of an audience names. */
const namedAtMost = 200

const planOf = async (tx: Tx, input: GroupMailInput) =>
  orRefuse(planGroupMail(input, await findAudienceCities(tx, input.audience.tour_date_ids)))

async function present(tx: Tx, id: number) {
  const row = orNotFound(await findGroupMail(tx, id))
  const cities = await findAudienceCities(tx, row.audience.tour_date_ids)
  return { ...row, cities: cities.map(({ city }) => city), progress: await countRecipients(tx, id) }
}

async function lockOrRefuse(tx: Tx, id: number) {
  const row = orNotFound(await lockGroupMail(tx, id))
  if (!mayChange(row.state)) throw new Refused({ code: 'group_mail.state', state: row.state })
  // As it is shown: the audience of an older draft with every condition.
  return orNotFound(await findGroupMail(tx, id))
}

/** The registrations of the first recipient; an example where nobody matches. */
async function firstRecipient(tx: Tx, audience: Audience, event: string): Promise<readonly RecipientLine[]> {
  const [own] = linesByAccount(await listAudience(tx, audience)).values()
  if (own) return own
  const { first_name: fname, studio, city } = groupMailFields
  return [{ id: 0, user_id: 0, email: '', name: fname, fname, studio, event, city, balance: cents(124_000) }]
}

/** Mails of the office to groups: who, text, preview, test, schedule, progress. */
export function groupMailRoutes(app: App) {
  /** The letter as the first recipient would get it, its link to unsubscribe for this address. */
  async function previewOf(tx: Tx, id: number, email: string) {
    const row = orNotFound(await findGroupMail(tx, id))
    const { event_id, kind } = row
    const url = `${app.origin}/unsubscribe/${unsubscribeToken(app.sealer, { event_id, email })}`
    const lines = await firstRecipient(tx, row.audience, row.event)
    return {
      letter: groupMailLetter(row, lines, kind === 'news' ? url : undefined),
      brand: await findBrand(tx, event_id),
    }
  }

  serve(app, listGroupMails, async (tx, { query }) => pageOf(await listGroupMailLines(tx, query), query))

  serve(app, countAudience, async (tx, { body: { audience, kind } }) => {
    const text = { subject: '-', text: '-', kind }
    const { event_id } = await planOf(tx, { ...text, audience })
    const lines = await listAudience(tx, audience)
    const spared = await listSpared(tx, { event_id, kind }, lines)
    const people = [...linesByAccount(lines).values()].flatMap(([first]) =>
      first ? [{ ...first, unsubscribed: spared.has(first.email.toLowerCase()) }] : [],
    )
    return {
      count: people.length,
      unsubscribed: people.filter(({ unsubscribed }) => unsubscribed).length,
      people: people.slice(0, namedAtMost),
    }
  })

  serve(app, createGroupMail, async (tx, { body, ...caller }) => {
    const input = await planOf(tx, body)
    const id = await insertGroupMail(tx, input, { user_id: caller.user.id, now: caller.now })
    const { subject } = input
    await audited(tx, caller, {
      action: 'write group mail',
      entity: 'group_mail',
      entity_id: id,
      before: null,
      after: { subject },
    })
    return present(tx, id)
  })

  serve(app, readGroupMail, async (tx, { params }) => present(tx, params.id))

  serve(app, changeGroupMail, async (tx, { params: { id }, body: { base, ...change }, ...caller }) => {
    const { subject, text, kind, audience } = await lockOrRefuse(tx, id)
    const before = { subject, text, kind, audience }
    const labels = { audience: 'recipients' }
    const merged = orRefuse(mergeEdit({ current: before, base, change, labels, choices: ['kind', 'audience'] }))
    const after = await planOf(tx, { ...before, ...merged })
    await setGroupMailText(tx, id, after)
    await audited(tx, caller, {
      action: 'change group mail',
      entity: 'group_mail',
      entity_id: id,
      before,
      after: { subject: after.subject, text: after.text, kind: after.kind, audience: after.audience },
    })
    return present(tx, id)
  })

  serve(app, deleteGroupMail, async (tx, { params: { id }, ...caller }) => {
    const { subject } = await lockOrRefuse(tx, id)
    await deleteGroupMailRow(tx, id)
    await audited(tx, caller, {
      action: 'delete group mail',
      entity: 'group_mail',
      entity_id: id,
      before: { subject },
      after: null,
    })
    return {}
  })

  serve(app, readGroupMailHtml, async (tx, { params: { id }, user, reply }) => {
    const { letter, brand } = await previewOf(tx, id, user.email)
    void reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox",
      )
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
    return htmlOf(letter, brand)
  })

  serve(app, testGroupMail, async (tx, { params: { id }, ...caller }) => {
    const { user, now } = caller
    const { letter, brand } = await previewOf(tx, id, user.email)
    const testLetter = { ...letter, subject: `Test: ${letter.subject}` }
    await sendMail(tx, { to: user.email, template: 'group_mail_test', user_id: user.id }, testLetter, now, brand)
    await audited(tx, caller, {
      action: 'test group mail',
      entity: 'group_mail',
      entity_id: id,
      before: null,
      after: { to: user.email },
    })
    return { to: user.email }
  })

  serve(app, sendGroupMail, async (tx, { params: { id }, body, ...caller }) => {
    const row = orNotFound(await lockGroupMail(tx, id))
    const { now } = caller
    const lines = await listAudience(tx, row.audience)
    const spared = await listSpared(tx, row, lines)
    const recipients = [...linesByAccount(lines).values()].filter(
      ([first]) => !spared.has(first?.email.toLowerCase() ?? ''),
    )
    const send_at = body.send_at === null ? null : momentOf(row.time_zone, body.send_at)
    const sending = orRefuse(planSending({ state: row.state, send_at, now, recipients: recipients.length }))
    await setGroupMailState(tx, id, sending)
    if (send_at === null) await addJob(tx, 'send_group_mails', {})
    await audited(tx, caller, {
      action: 'send group mail',
      entity: 'group_mail',
      entity_id: id,
      before: { state: row.state },
      after: { send_at: sending.send_at, recipients: recipients.length },
    })
    return present(tx, id)
  })

  serve(app, cancelGroupMail, async (tx, { params: { id }, ...caller }) => {
    const { state: before } = orNotFound(await lockGroupMail(tx, id))
    const state = orRefuse(planCancel(before))
    await setGroupMailState(tx, id, state === 'draft' ? { state, send_at: null } : { state, finished_at: caller.now })
    await audited(tx, caller, {
      action: 'cancel group mail',
      entity: 'group_mail',
      entity_id: id,
      before: { state: before },
      after: { state },
    })
    return present(tx, id)
  })

  serve(app, listGroupMailRecipients, async (tx, { params: { id }, query }) => {
    if (!(await findGroupMail(tx, id))) throw new NotFound()
    return pageOf(await listRecipients(tx, id, query), query)
  })
}

/** A day that no calendar has, 2024-02-31, is refused like one that has passed. */
function momentOf(zone: string, local: string) {
  try {
    return instantAt(zone, local)
  } catch {
    throw new Refused({ code: 'group_mail.past', field: 'send_at' })
  }
}
