import { randomUUID } from 'node:crypto'
import { castOf } from './limit/payload.ts'
import type { Product, Reply } from './product.ts'
import type { Studio, Turn } from './world.ts'

/** The client's state of a registration after each response. */
type ClientState = { id: number; total: number }

const dancersOf = ({ person_ids, dancers }: Studio) => person_ids.slice(0, dancers)

/** Mini, Junior, Teen, Senior by the ages that `inventDancers` gives. */
const levelOf = (place: number) => {
  const age = 5 + ((place * 4) % 15)
  return age <= 9 ? 1 : age <= 12 ? 2 : age <= 15 ? 3 : 4
}

export const peopleOf = (studio: Studio) => [
  ...dancersOf(studio).map((person_id, i) => ({ person_id, workshop_level_id: levelOf(i) })),
  ...studio.person_ids.slice(studio.dancers).map((person_id) => ({ person_id, workshop_level_id: 5 })),
]

export const routineOf = (studio: Studio, n: number) => ({
  routine: { name: `Study ${n + 1}`, choreographer: 'Mia Sol' },
  attendees: castOf(n).map((place) => ({ person_id: dancersOf(studio)[place] ?? 0 })),
  performance_division_id: 1 + (n % 3),
})

export const billTo = {
  firstName: 'Grace',
  lastName: 'Oyelaran',
  address: '888 Mercer Street',
  city: 'Portland',
  zip: '97209',
  state_id: 38,
  country_id: 1,
}

type Send = (method: string, url: string, body: unknown, headers?: object) => Promise<Reply>
type Step = {
  name: string
  take: (send: Send, state: ClientState, studio: Studio, tour_date_id: number) => Promise<Reply>
}

const own = ({ id }: ClientState) => `/v1/dance360/registrations/${id}`

const steps: readonly Step[] = [
  { name: 'begin', take: (send, _, __, tour_date_id) => send('POST', '/v1/mybtf/registration', { tour_date_id }) },
  {
    name: 'people',
    take: (send, { id }, studio) => send('PUT', '/v1/dance360/workshop/attendees', { id, attendees: peopleOf(studio) }),
  },
  {
    name: 'routines',
    take: (send, state, studio) =>
      send('POST', `${own(state)}/routines`, {
        routines: Array.from({ length: studio.routines }, (_, n) => routineOf(studio, n)),
      }),
  },
  { name: 'quote', take: (send, state) => send('POST', `${own(state)}/quote`, {}) },
  {
    name: 'terms',
    take: (send, state) => send('PUT', own(state), { is_competing: true, waiver: true, competitionCodeWaiver: true }),
  },
  { name: 'review', take: (send, state) => send('PUT', own(state), { reviewed: true }) },
  {
    name: 'pay',
    take: (send, { id, total }) =>
      send(
        'POST',
        '/v1/payments/nmi-payment',
        {
          registration_id: id,
          amount: total,
          paymentMethodId: 1,
          paymentProfile: { token: 'bench-card-of-a-studio', billTo, saveProfile: false },
        },
        { 'idempotency-key': randomUUID() },
      ),
  },
  { name: 'complete', take: (send, { id }) => send('PUT', '/v1/mybtf/complete-registration', { registration_id: id }) },
]

const check: Step = { name: 'check', take: (send, state) => send('PUT', own(state), { paying_by_check: true }) }
/** The same with a check promised instead of a payment: everything is still owed. */
const byCheck = steps.map((step) => (step.name === 'pay' ? check : step))

export const callsPerJourney = steps.length

export type Times = Map<string, number[]>
export type Journey = { completed: true } | { completed: false; at: string; reply: Reply }

/** J7: a studio registers, from the first call to the completed and paid registration. Ends at the first refusal. */
export const journey = async (product: Product, turn: Turn, times: Times): Promise<Journey> =>
  (await walk(product, turn, times, steps)).end

/** A completed registration that owes its whole total. */
export async function journeyOfDebtor(product: Product, turn: Turn): Promise<number> {
  const { known, end } = await walk(product, turn, new Map(), byCheck)
  mustBeWhole(end)
  return known.id
}

async function walk(product: Product, { studio, tour_date_id }: Turn, times: Times, way: readonly Step[]) {
  const state: ClientState = { id: 0, total: 0 }
  const endWith = (end: Journey) => ({ known: state, end })
  for (const { name, take } of way) {
    const began = performance.now()
    const send: Send = (method, url, body, headers) => product.send(method, url, studio.token, body, headers)
    const reply = await take(send, state, studio, tour_date_id)
    times.set(name, [...(times.get(name) ?? []), performance.now() - began])
    if (reply.status >= 300) return endWith({ completed: false, at: name, reply })
    if (name === 'begin') state.id = (JSON.parse(reply.body) as { id: number }).id
    if (name === 'quote') state.total = (JSON.parse(reply.body) as { fees: { total: number } }).fees.total
  }
  return endWith({ completed: true })
}

/** The same, where a refusal is a failure of the benchmark. */
export async function wholeJourney(product: Product, turn: Turn, times: Times): Promise<void> {
  mustBeWhole(await journey(product, turn, times))
}

function mustBeWhole(result: Journey) {
  if (!result.completed) throw new Error(`${result.at}: ${result.reply.status} ${result.reply.body.slice(0, 300)}`)
}
