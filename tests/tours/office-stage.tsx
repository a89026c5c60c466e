import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'

/** A stage of the file that opens it: the files of a run share their modules, and each closes its own. */
export async function openOfficeStage() {
  const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
  const { db } = stage
  const { marlowe, office, tour_date_id, event_id } = await smallCity(db)
  const { id } = await inTransaction(db, (tx) =>
    insertRegistration(tx, {
      tour_date_id,
      user_id: marlowe.user_id,
      studio_id: marlowe.studio_id,
      dancers: marlowe.person_ids.slice(0, 1),
      at: instant('2024-09-20T10:00:00Z'),
      state: 'completed',
    }),
  )

  const beAn = (role: 'admin' | 'office') =>
    db.updateTable('users').set({ role }).where('id', '=', office.user_id).execute()
  beforeEach(() => beAn('admin'))
  const patient = { timeout: 30_000 }
  const keys: string[] = []
  const sentBodies: { url: string; body: string }[] = []

  async function open(path: string, heading: string | RegExp) {
    const answer = stage.fetchAs((await stage.sessionOf(office.user_id)).cookie)
    keys.length = 0
    sentBodies.length = 0
    // A page opened second replaces the first.
    cleanup()
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      const key = (init.headers as Record<string, string> | undefined)?.['idempotency-key']
      if (key) keys.push(key)
      if (typeof init.body === 'string') sentBodies.push({ url, body: init.body })
      return answer(url, init)
    })
    window.history.replaceState(null, '', path)
    const queries = new QueryClient()
    const router = makeRouter(queries)
    render(<App queries={queries} router={router} nonce="" />)
    await screen.findByRole('heading', { level: 1, name: heading }, patient)
    return { place: () => window.location.pathname }
  }

  const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }, patient))
  const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }, patient))
  const fill = (within_: ReturnType<typeof within>, fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) {
      fireEvent.change(within_.getByLabelText(label), { target: { value } })
    }
  }

  return {
    stage,
    db,
    marlowe,
    office,
    tour_date_id,
    event_id,
    id,
    beAn,
    patient,
    keys,
    sentBodies,
    open,
    press,
    dialog,
    fill,
  }
}
