import type { CityInput } from '@callboard/server/dev/build-cities.ts'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { dialogs } from '../../web/src/ui/dialogs.ts'
import { openStage, type Stage } from '../kit.ts'
import { begin, openSeason, peopleBody, routineBody, type Season, type Studio } from '../scenarios/small-city.ts'

const slow = { timeout: 30_000 }

type RehearsalOptions = {
  city?: Partial<CityInput>
  /** The registering studio; a new one by default. */
  studio?: Studio
  /** Positions of dancers in casts, one list per routine. */
  casts?: readonly (readonly number[])[]
  dancers?: number
  teachers?: number
  /** Changes to single people, by position among the dancers. */
  people?: Readonly<Record<number, object>>
  compete?: boolean
  /** The competition step was looked at. */
  seen?: boolean
  /** Columns of the registration that no call sets. */
  values?: object
}

/** A stage, one brand on it, and registrations of it as the tests need them. */
export async function openRoutinesScreen(event: Parameters<typeof openSeason>[1] = {}) {
  const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
  const season = await openSeason(stage, event)
  const { db, clock } = stage
  return { stage, season, db, clock, rehearsed: (options: RehearsalOptions = {}) => rehearsed(stage, season, options) }
}

const ok = (reply: { statusCode: number; body: string }) => {
  if (reply.statusCode >= 300) throw new Error(`${reply.statusCode} ${reply.body}`)
}

/** A studio's registration with people in it, the steps before the competition done. */
async function rehearsed({ db }: Stage, season: Season, options: RehearsalOptions) {
  const { city, casts = [], dancers = 12, teachers = 1, people = {}, compete, seen = false, values } = options
  const tour_date_id = await season.city(city)
  const studio = options.studio ?? (await season.studio({ dancers, teachers }))
  const { id } = await begin(studio, tour_date_id)
  const body = peopleBody(id, studio)
  const attendees = body.attendees.map((attendee, place) => ({ ...attendee, ...people[place] }))
  ok(await studio.call('PUT', '/v1/dance360/workshop/attendees', { ...body, attendees }))
  const cast = (places: readonly number[]) => places.map((place) => studio.dancers[place] ?? 0)
  for (const [place, places] of casts.entries()) {
    const routine = { name: `Study ${place + 1}`, choreographer: 'Mia Sol' }
    ok(await studio.call('POST', '/v1/dance360/routines', { ...routineBody(id, cast(places)), routine }))
  }
  for (const left_off of ['dancers', 'teachers', 'observers', ...(casts.length > 0 || seen ? ['competition'] : [])]) {
    ok(await studio.call('PUT', `/v1/dance360/registrations/${id}`, { left_off, info_acknowledged: true }))
  }
  if (compete !== undefined) {
    ok(await studio.call('PUT', `/v1/dance360/registrations/${id}`, { is_competing: compete, left_off: 'competition' }))
  }
  const setRegistration = (columns: object) =>
    db.updateTable('registrations').set(columns).where('id', '=', id).execute()
  if (values) await setRegistration(values)
  return {
    id,
    studio,
    tour_date_id,
    setRegistration,
    record: async () => (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json(),
    setCity: (columns: object) => db.updateTable('tour_dates').set(columns).where('id', '=', tour_date_id).execute(),
  }
}

export type OpenRoutinesScreen = Awaited<ReturnType<typeof rehearsed>>

type SentCall = { method: string; url: string; body: Record<string, unknown> }

/** The registration's step in the real app, once its heading is there. `sentCalls` lists every call it makes. */
export async function visitStep(stage: Stage, studio: Pick<Studio, 'user_id'>, id: number, step: string) {
  const { cookie } = await stage.sessionOf(studio.user_id)
  const reply = stage.fetchAs(cookie)
  const sentCalls: SentCall[] = []
  const hooks: {
    offline?: (url: string, method: string) => boolean
    /** Waited for before a call is made. */
    before?: (url: string) => Promise<unknown> | undefined
  } = {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    sentCalls.push({ method, url, body })
    if (hooks.offline?.(url, method)) throw new TypeError('Failed to fetch')
    await hooks.before?.(url)
    return reply(url, init)
  })
  window.history.replaceState(null, '', `/registration/${id}/${step}`)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await screen.findByRole('heading', { level: 1 }, slow)
  return { router, sentCalls, hooks, path: () => window.location.pathname }
}

export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, slow)
export const button = (name: string | RegExp) => screen.findByRole('button', { name }, slow)
export const press = async (name: string | RegExp) => fireEvent.click(await button(name))
export const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name }, slow)
/** Answers the dialog of this title. */
export async function answer(title: string | RegExp, name: string | RegExp) {
  const box = await dialog(title)
  fireEvent.click(within(box).getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull(), slow)
}
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const waitUntil = (check: () => unknown) => waitFor(check, slow)

export function closeRoutinesScreen() {
  act(() => dialogs.cancelAll())
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
}
