import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

/** A studio and the office of a season, and screens of its cities; each test begins a city of its own. */
export async function openOrders() {
  const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
  const { db, call } = stage
  const season = await openSeason(stage)
  const studio = await season.studio({ dancers: 4 })
  const office = await addAccount(stage)

  /** A city with one block for the morning, and three solos of the studio that wait for their place in it. */
  async function beginCity() {
    const tour_date_id = await season.city()
    const { id: registration_id } = await db.transaction().execute((tx) =>
      insertRegistration(tx, {
        tour_date_id,
        user_id: studio.user_id,
        studio_id: studio.studio_id,
        dancers: studio.dancers,
        teachers: [],
        routines: [
          { name: 'Bluebird', cast: [0] },
          { name: 'Undertow', cast: [1] },
          { name: 'Lanterns', cast: [2] },
        ],
        at: instant('2024-09-20T18:00:00Z'),
        state: 'completed',
      }),
    )
    const block = { stage: 1, kind: 'routines', name: 'Morning', local_start: '2024-11-02T09:00', minutes: 0 }
    await call(office, 'POST', '/v1/office/running-order/blocks', { tour_date_id, version: 0, ...block })
    return { tour_date_id, registration_id }
  }

  /** Drafts the rest of an order, which was at this version, and publishes it. */
  async function publish(tour_date_id: number, orderVersion = 1) {
    const path = '/v1/office/running-order'
    const drafted = await call(office, 'POST', `${path}/draft`, { tour_date_id, version: orderVersion })
    const { version } = drafted.json()
    const reply = await call(office, 'POST', `${path}/publish`, { tour_date_id, version })
    expect(reply.statusCode, reply.body).toBe(200)
  }

  async function visit(path: string, user_id: number) {
    cleanup()
    const headers = user_id ? await stage.sessionOf(user_id) : { cookie: '' }
    vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
    window.history.replaceState(null, '', path)
    const queries = new QueryClient()
    render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
  }

  return { stage, season, studio, office, beginCity, publish, visit }
}

/** The entries of the block, in their order, as their handles name them. */
export const handles = () =>
  within(screen.getByRole('list', { name: 'Entries of Morning' }))
    .getAllByRole('button', { name: /^Move/ })
    .map((one) => one.getAttribute('aria-label')?.replace(/^Move (.*): up.*/, '$1'))
