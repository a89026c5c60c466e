import type { FastifyReply } from 'fastify'
import { inTransaction } from '../platform/db/transaction.ts'
import { openEventStreams, type EventStream } from '../platform/http/event-stream.ts'
import type { App } from '../platform/http/serve.ts'
import { listStagesNow } from './queries.ts'

/** How often a process looks at the stages that somebody watches, in one statement for all of them. */
const lookMilliseconds = 1_000

type StageNow = { version: number; entry_ids: readonly number[] }
type WatchedCity = { sent: string; now: StageNow; streams: Set<EventStream> }

const nothingOnStage: StageNow = { version: 0, entry_ids: [] }

/**
 * Tells pages what is on stage as it changes. However many watch a city, this process asks the database once a second
 * for all cities together, and not at all while nobody watches.
 */
export function openStageEvents(app: App) {
  const events = openEventStreams(app)
  const cities = new Map<number, WatchedCity>()
  let timer: NodeJS.Timeout | undefined
  let isClosing = false

  const readNow = (ids: readonly number[]) => inTransaction(app.db, (tx) => listStagesNow(tx, ids))

  function tell(city: WatchedCity, now: StageNow) {
    const text = JSON.stringify(now)
    city.now = now
    if (text === city.sent) return
    city.sent = text
    for (const stream of city.streams) stream.send('stage', now)
  }

  async function look() {
    const ids = [...cities.keys()]
    // The last page closed since.
    if (ids.length === 0) {
      timer = undefined
      return
    }
    try {
      const stages = await readNow(ids)
      for (const id of ids) {
        const city = cities.get(id)
        if (city) tell(city, stages.get(id) ?? nothingOnStage)
      }
    } catch (error) {
      // A database that is away comes back; the streams stay, and so does what they said last.
      app.log.warn(error)
    }
    timer = cities.size > 0 && !isClosing ? setTimeout(() => void look(), lookMilliseconds) : undefined
  }

  app.addHook('preClose', (callback) => {
    isClosing = true
    events.endAll()
    clearTimeout(timer)
    callback()
  })

  /** Answers with a stream of the city's stage, which begins with what is on stage now. */
  return async (tour_date_id: number, caller: string, reply: FastifyReply) => {
    const now = cities.get(tour_date_id)?.now ?? (await readNow([tour_date_id])).get(tour_date_id) ?? nothingOnStage
    const stream = events.open({ reply, caller, onEnd: () => leave() })
    const city = cities.get(tour_date_id) ?? { now, sent: JSON.stringify(now), streams: new Set() }
    const leave = () => {
      city.streams.delete(stream)
      if (city.streams.size === 0) cities.delete(tour_date_id)
    }
    cities.set(tour_date_id, city)
    city.streams.add(stream)
    stream.send('stage', city.now)
    timer ??= setTimeout(() => void look(), lookMilliseconds)
    return stream.stream
  }
}
