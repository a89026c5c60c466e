import { readdirSync, readFileSync } from 'node:fs'
import { auditActions } from '@callboard/domain/platform/audit-actions.ts'
import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { call, db } = stage
const { registration, office, tour_date_id } = await completedCity(stage)

const serverFiles = readdirSync('server/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(`server/src/${file}`, 'utf8'))
const writers = serverFiles.filter((text) => /\b(audited|insertAudit|insertSeatAudits)\(/.test(text))

/** The texts that may follow `action:`, in both arms of a choice, in a template, and as an argument of `publishing`. Not the button of a letter. */
function actionsIn(text: string): string[] {
  const places = [...text.matchAll(/\baction: (?!\{)([^\n]*)/g), ...text.matchAll(/\bpublishing\(([^\n]*)/g)]
  const literals = places.flatMap(([, line = '']) => [...line.matchAll(/['`]([^'`]+)['`]/g)].map(([, of = '']) => of))
  const returned = [...text.matchAll(/function actionOf[\s\S]*?\n}/g)].flatMap(([body]) =>
    [...body.matchAll(/'([^']+)'/g)].map(([, of = '']) => of),
  )
  return [...literals, ...returned].flatMap((of) =>
    of.includes('${body.decision}')
      ? ['approve', 'refuse'].map((decision) => of.replace('${body.decision}', decision))
      : [of],
  )
}

test('OFF-051 each action that the server writes has a sentence, and no sentence is for an action nobody writes', () => {
  const actions = new Set(writers.flatMap(actionsIn))
  expect(writers.length).toBeGreaterThan(15)
  expect(auditActions.filter((action) => !actions.has(action))).toEqual([])
  const wrong = [...actions].filter((action) => / /.test(action) && !auditActions.some((one) => one === action))
  expect(wrong).toEqual([])
})

test('OFF-051 audit rows come with the names and the zone that their sentence needs', async () => {
  await db.updateTable('tour_dates').set({ time_zone: 'America/Denver' }).where('id', '=', tour_date_id).execute()
  await call(office.user_id, 'PUT', `/v1/office/registrations/${registration.id}`, { notes: 'Paid by phone' })
  await call(office.user_id, 'PUT', '/v1/office/settings', { name: 'deposit_per_routine', tour_date_id, value: 6_000 })
  const { rows } = (await call(office.user_id, 'GET', '/v1/office/audit')).json()
  const note = rows.find(({ action }: { action: string }) => action === 'note on registration')
  expect(note.zone).toBe('America/Denver')
  expect(auditSentence(note)).toMatch(
    /^\S.+ changed the notes on the registration of .+ in .+ from nothing to “Paid by phone”\.$/,
  )
  expect(note.names[`registration ${registration.id}`]).toMatch(/ in /)
})

test('OFF-051 an audit row about a routine comes with its name and its city', async () => {
  const { id } = await db
    .selectFrom('registration_routines')
    .where('registration_id', '=', registration.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const reply = await call(office.user_id, 'PUT', `/v1/office/routines/${id}/homework`, { homework_ids: [] })
  expect(reply.statusCode, reply.body).toBe(200)
  const { rows } = (await call(office.user_id, 'GET', '/v1/office/audit')).json()
  const row = rows.find(({ action }: { action: string }) => action === 'set routine homework')
  expect(auditSentence(row)).toMatch(/ set 0 videos as homework of the routine \S.* in \S.+\.$/)
  expect(auditSentence(row)).not.toContain(String(id))
})
