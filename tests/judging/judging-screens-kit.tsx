import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

/** Two people of the office, and the screens that they visit. */
export async function openJudgingScreens() {
  const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
  const { db } = stage
  const season = await openSeason(stage)
  const [desk = 0, second = 0] = await Promise.all(
    ['Haddad', 'Osei'].map(async (lname) => {
      const account = { email: `${lname}@example.com`, fname: 'Noor', lname, role: 'office' as const }
      return (await db.transaction().execute((tx) => insertAccount(tx, account, created))).user_id
    }),
  )
  async function visit(path: string, user_id: number) {
    cleanup()
    const { cookie } = await stage.sessionOf(user_id)
    vi.stubGlobal('fetch', stage.fetchAs(cookie))
    window.history.replaceState(null, '', path)
    const queries = new QueryClient()
    render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
  }
  return { stage, db, season, desk, second, visit }
}
