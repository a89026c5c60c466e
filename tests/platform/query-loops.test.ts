import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

/**
 * Loops that ask the database once for each of their rows, with what bounds them. A loop over rows that grow with the
 * product's data asks once for all of them instead.
 */
const boundedLoops: Record<string, string> = {
  'accounts/secrets.ts: for (let last = 0; ;) {': 'pages of many rows, one statement each',
  'desk/audit-reference-queries.ts: for (const kind of referenceKinds) {': 'the kinds of references',
  'desk/group-mail-queries.ts: for (let at = 0; at < recipients.length; at += 1_000) {': 'a thousand rows a statement',
  'desk/send-exports.ts: for (const id of await listDueExports(db, now)) {': 'exports due; a transaction each',
  'desk/send-group-mails.ts: for (const id of await listDueGroupMails(db, now)) {': 'mails due; a transaction each',
  'ledger/promo-queries.ts: for (const use of uses) {': 'promo codes of one registration',
  'music/jobs.ts: for (const dropLoose of looseFiles) await dropLoose(tx, before)': 'folders of the store',
  'payments/chargebacks.ts: for (const [position, dispute] of disputes.entries()) {': 'disputes of one gateway event',
  'payments/chargebacks.ts: for (const dispute of disputes) {': 'disputes of one day; each charge is locked',
  'payments/jobs.ts: for (const { orderid } of due) {': 'attempts due; each asks the gateway',
  'payments/ledger-check.ts: for (let after = 0; ;) {': 'pages of many rows, some statements each',
  'payments/ledger-check.ts: for (const { id, previous_digest, digest } of await listAnchors(tx)) {':
    'anchors, a thousand heads each: memory holds one',
  'payments/promo-and-credit.ts: for (const promoCode of body.promo_codes) {': 'promo codes of one call',
  'payments/promo-and-credit.ts: for (const to of employeesOr(event.support_email, employee_emails)) {':
    'addresses of a setting',
  'payments/reconcile.ts: for (const { there, here } of pairs) {': 'charges whose state changes; a transaction each',
  'payments/reconcile.ts: for (const { kind, orderid, gateway_transaction_id: id, registration_id = null, detail } of findings) {':
    'exceptions of one day',
  'payments/reconciliation-queries.ts: for (let from = 0; from < heads.length; from += 5_000) {':
    'thousands of rows a statement',
  'payments/refunds.ts: while (storedRefund) {': 'a void, then a refund',
  'payments/reminders.ts: for (const reminder of due) if (await remind(dependencies, reminder)) count += 1':
    'reminders due; a transaction each',
  'payments/resolve.ts: for (const to of employeesOr(facts.tour_date.event.support_email, employee_emails)) {':
    'addresses of a setting',
  'platform/db/migrate.ts: for (const file of missing) if (await locked(db, (tx) => runOnce(tx, file))) names.push(file.name)':
    'migrations',
  'platform/mail/attachments.ts: attachments.map(async ({ name: filename, content_type: contentType, ...source }) => {':
    'the attachments of one mail',
  'platform/db/start-lock.ts: for (;;) {': 'until the lock is free',
  'platform/db/transaction.ts: for (let attempt = 1; ; attempt += 1) {': 'tries of one transaction',
  'registrations/best-dancers/routes.ts: for (const file of files) await insertFile(tx, { ...file, ...owned })':
    'the files of one photo',
  'registrations/jobs.ts: for (const { registration_id, for_edit } of left) {': 'registrations due; a transaction each',
  'results/award-queries.ts: for (const [index, { id, name, minimum_points }] of levels.entries()) {':
    'levels of one season',
  'results/release-routes.ts: for (const part of releaseParts.filter((one) => one !== shownPart)) {': 'parts of a city',
  'results/release-routes.ts: for (const version of waiting) {': 'parts of a city',
  "results/release-routes.ts: for (const part of parts) await proposePart(tx, city, part, caller, { accepted: [], reason: '' })":
    'parts of a city',
  'results/verify.ts: for (const version of versions) {': 'a command; memory holds one version',
  "roster/person-queries.ts: for (const table of ['contacts', 'addresses'] as const) {": 'two tables',
  'running-order/stage-routes.ts: for (const { id, state } of changes) await setEntryState(tx, id, state, caller.now)':
    'changes of one call, two as a rule; their order counts',
  'tours/office-setting-routes.ts: for (const { from, place: wide } of wider) {':
    'wider places: event, season, product',
  'tours/season-copy.ts: for (const { label, place } of places) {': 'cities of one season, once a year',
  'tours/season-copy.ts: for (const { event_id, rows } of newPrices) {': 'events of one season, once a year',
  'tours/season-copy.ts: for (const { city, days } of copiedCities) {': 'cities of one season, once a year',
  'tours/static-data-queries.ts: for (const name of new Set(names)) entries.push([name, await lists[name](tx, scope)])':
    'the names of lists',
  'waiting-list/jobs.ts: for (const entry of overdue) {': 'offers overdue; a transaction each',
  'waiting-list/offer.ts: for (let tries = 1; ; tries += 1) {': 'tries of one round',
  'waiting-list/offer.ts: for (const offer of offers) {': 'offers of a part of what waits, which are rare',
  'waiting-list/routes.ts: for (const { id: entry_id, routines } of offers) {': 'offers of one completed registration',
  'waivers/queries.ts: for (const { text, ...columns } of types) await insertType(tx, { ...columns, [scope]: to_id }, { ...author, text })':
    'kinds of waivers of one event or season',
  'worker.ts: for (const [name, handle] of Object.entries(handlers)) {': 'defines the handlers of jobs',
}

type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const nameOf = (node: unknown) => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '')
const isConnection = (node: unknown): boolean =>
  ['tx', 'db', 'dependencies'].includes(nameOf(node)) ||
  (isNode(node) &&
    node.type === 'ObjectExpression' &&
    (node['properties'] as Node[]).some(({ key }) => isConnection(key)))
const methodOf = ({ callee }: Node) => (isNode(callee) ? nameOf(callee['property']) : '')

/** A call that gets a connection or a transaction, or runs a statement. */
const isQuery = (node: Node) =>
  node.type === 'CallExpression' &&
  ((node['arguments'] as unknown[]).some(isConnection) || /^(execute|executeTakeFirst|query)/.test(methodOf(node)))

const repeatedParts = ({ type, ...node }: Node): unknown[] => {
  if (/^(For|ForOf|ForIn|While|DoWhile)Statement$/.test(type)) return [node['body'], node['test'], node['update']]
  if (type === 'CallExpression' && /^(map|flatMap|forEach|reduce)$/.test(methodOf({ type, ...node })))
    return node['arguments'] as unknown[]
  return []
}

/** The heads of loops of a file in whose bodies the database is asked. */
function queryLoops(text: string): string[] {
  const heads = new Set<string>()
  const lineAt = (at: number) =>
    text
      .slice(text.lastIndexOf('\n', at) + 1)
      .split('\n', 1)[0]
      ?.trim() ?? ''
  const visit = (value: unknown, loop: Node | null) => {
    if (Array.isArray(value)) for (const item of value) visit(item, loop)
    if (!isNode(value)) return
    if (loop && isQuery(value)) heads.add(lineAt(loop.start))
    const repeated = new Set(repeatedParts(value))
    for (const part of Object.values(value)) {
      if (Array.isArray(part)) for (const item of part) visit(item, repeated.has(item) ? value : loop)
      else visit(part, repeated.has(part) ? value : loop)
    }
  }
  visit(parseAst(text, { lang: 'ts' }) as unknown, null)
  return [...heads]
}

const folder = 'server/src'
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('dev/'))
  .toSorted()

test('no loop asks the database once for each row, but those that something bounds', () => {
  const loops = files.flatMap((file) =>
    queryLoops(readFileSync(`${folder}/${file}`, 'utf8')).map((head) => `${file}: ${head}`),
  )
  expect(loops.filter((loop) => !(loop in boundedLoops))).toEqual([])
  expect(Object.keys(boundedLoops).filter((loop) => !loops.includes(loop))).toEqual([])
})

test('a loop is found whether it is a statement or a call', () => {
  expect(queryLoops('for (const id of ids) await load(tx, id)')).toHaveLength(1)
  expect(queryLoops('await Promise.all(ids.map((id) => load({ db, now }, id)))')).toHaveLength(1)
  expect(queryLoops('while (isLeft) await query.execute()')).toHaveLength(1)
  expect(queryLoops('for (const row of await list(tx)) rows.push(row)')).toEqual([])
})
