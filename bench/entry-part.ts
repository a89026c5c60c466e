import { instant } from '@callboard/domain/kernel/instant.ts'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import type { Bench } from './bench.ts'
import { median, quantile } from './measure.ts'
import { openScreens, type Screens } from './screens-world.ts'
import { printTable } from './table.ts'

/** How many routines stand in the registration when the next are timed. */
const standing = [60, 90, 120, 150]
const timed = 20

/** Measures the server time to add one routine while a registration of 300 dancers grows. */
export async function entryPart(bench: Bench) {
  const screens = await openScreens(bench)
  try {
    const token = await signedIn(screens)
    await register(screens, token)
    const rows = []
    let count = 60
    for (const before of standing) {
      while (count < before) await enter(screens, token, (count += 1))
      const times: number[] = []
      for (let n = 0; n < timed; n += 1) times.push(await enter(screens, token, (count += 1)))
      rows.push({ 'routines before': before, ms: median(times), 'p95 ms': quantile(times, 0.95) })
    }
    printTable('POST of a routine of 4 into a registration of 300 dancers, in process, without network', rows)
  } finally {
    await screens.close()
  }
}

async function signedIn({ db, now, owner }: Screens): Promise<string> {
  const token = newToken()
  const session = { token_hash: hashOf(token), user_id: owner, created: now, expires_at: instant('2099-01-01') }
  await db.insertInto('sessions').values(session).execute()
  return token
}

/** All of the scenario's people, the hundred that are registered and two hundred more. */
async function register({ db, call, registration_id, dancers }: Screens, token: string) {
  const birthdate = calendarDate('2012-05-04')
  await db.updateTable('persons').set({ birthdate }).where('birthdate', 'is', null).execute()
  const attendees = dancers.map((person_id) => ({ person_id, workshop_level_id: 1 }))
  await call('PUT', '/v1/dance360/workshop/attendees', token, { id: registration_id, attendees })
}

/** Enters a routine and answers how long it took, in ms. */
async function enter({ call, registration_id, dancers }: Screens, token: string, n: number): Promise<number> {
  const began = performance.now()
  await call('POST', '/v1/dance360/routines', token, {
    registration_id,
    routine: { name: `Nocturne ${n}`, choreographer: 'Mia Sol' },
    attendees: [4, 5, 6, 7].map((step) => ({ person_id: dancers[100 + ((n * 3 + step) % 200)] ?? 0 })),
    performance_division_id: 1 + (n % 3),
  })
  return performance.now() - began
}
