import { instant } from '@callboard/domain/kernel/instant.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { addAward, danceAll, enterSolos, giveMark, release, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

/** A judged city with three solos of a studio, anew before each test, and the portal of its registration. */
export async function openPortal() {
  const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
  const { db, clock } = stage
  const season = await openSeason(stage)
  const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const
  const studio = await season.studio({ dancers: 4 })
  const city = { tour_date_id: 0, registration_id: 0, routines: [] as readonly number[] }

  beforeEach(async () => {
    clock.time = instant('2024-11-10T16:00:00Z')
    await db.updateTable('seasons').set({ is_portal: true }).execute()
    const tour_date_id = await season.city()
    Object.assign(city, { tour_date_id }, await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch', 'Cedar']))
    const { seats } = await seatPanel(stage, tour_date_id, await danceAll(stage, two[0], tour_date_id), 4)
    for (const entry of city.routines) for (const seat of seats) await giveMark(stage, entry, seat, 9_500)
    await addAward(stage, two[0], tour_date_id, {})
  })

  async function visit(path: string, user_id: number) {
    cleanup()
    const headers = user_id ? await stage.sessionOf(user_id) : { cookie: '' }
    vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
    window.history.replaceState(null, '', path)
    const queries = new QueryClient()
    render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
  }
  const portal = (place: string) => `/event/${city.registration_id}/coda/${place}`
  const releaseParts = async (...parts: readonly string[]) => {
    for (const part of parts) await release(stage, two, city.tour_date_id, { part })
  }
  return { stage, season, two, studio, city, visit, portal, releaseParts }
}

export const here = () => window.location.pathname + window.location.search
