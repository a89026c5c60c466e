import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { createAdministrator } from '@callboard/server/accounts/create-administrator.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: new Date().toISOString() })
const root = path.resolve(import.meta.dirname, '../..')

const post = (url: string, payload: object) => stage.app.inject({ method: 'POST', url, payload })

test('the first administrator comes in by a one-time link that a command prints', async () => {
  const email = 'first@example.com'
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'server/src/admin.ts', 'create', email],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: stage.url, ORIGIN: 'https://tour.example' },
    },
  )
  const [, token = ''] = /https:\/\/tour\.example\/reset-password\/([\w-]{40,})/.exec(stdout) ?? []
  const choose = () =>
    stage.app.inject({
      method: 'PUT',
      url: `/v1/mybtf/forgot/${token}`,
      payload: { password: 'Rehearsal7', password2: 'Rehearsal7' },
    })
  expect((await choose()).statusCode).toBe(200)
  expect((await choose()).statusCode).toBeGreaterThanOrEqual(400)

  const signedIn = await post('/v1/mybtf/signin', { email, password: 'Rehearsal7' })
  expect(signedIn.json()).toMatchObject({ user: { email, role: 'admin', confirmed: true } })
}, 240_000)

test('the command takes over nobody’s account, and makes none for what is no address', async () => {
  const create = (email: string) =>
    inTransaction(stage.db, (tx) => createAdministrator(tx, { email, origin: 'x', now: stage.clock.now() }))
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  await post('/v1/mybtf/signup', { person, user: { email: 'ines@example.com', password: 'Rehearsal7' } })
  await expect(create('Ines@example.com')).rejects.toThrow('already has an account')
  await expect(create('nobody')).rejects.toThrow()
})
