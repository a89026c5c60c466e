import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { openStage, type Stage } from '../kit.ts'
import { danceAll, enterSolos, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
export type Caller = Record<string, string>
type Listed = { id: string; state: string; failure: string | null; can_retry: boolean }

/** A city with two entries and two seats, and the calls by which files come in. `media`: other programs than those of the machine. */
export async function openMediaCity(media?: Pick<Stage['media'], 'ffmpeg' | 'ffprobe'>) {
  const stage = await openStage({ now: '2024-11-05T16:00:00Z', ...(media && { media }) })
  const { app, db, call } = stage
  const season = await openSeason(stage)
  const office = await addAccount(stage)
  const otherOffice = await addAccount(stage, 'desk2@example.com')
  const studio = await season.studio({ dancers: 2 })
  const tour_date_id = await season.city()
  const { routines } = await enterSolos(stage, studio, tour_date_id, ['Bluebird', 'Heron'])
  const [routine_id = 0, other_routine_id = 0] = routines
  const block_id = await danceAll(stage, office, tour_date_id)
  const { seats } = await seatPanel(stage, tour_date_id, block_id, 2)
  const [seat_id = 0, other_seat_id = 0] = seats

  const append = (headers: Caller, url: string, offset: number, payload: Buffer) =>
    app.inject({ method: 'PATCH', url, headers: { ...headers, ...tus, 'upload-offset': String(offset) }, payload })
  const head = (headers: Caller, url: string) => app.inject({ method: 'HEAD', url, headers })

  const begin = async (name: string, content: Buffer, more: object = {}) => {
    const body = { tour_date_id, kind: 'judge_audio', name, bytes: content.length, ...more }
    const reply = await call(office, 'POST', '/v1/office/media', body)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json() as { id: string; upload_url: string; matched: boolean }
  }

  /** Uploads a file as the office, and does what follows. */
  async function upload(name: string, content: Buffer, more: object = {}) {
    const { id, upload_url } = await begin(name, content, more)
    const reply = await append(await stage.sessionOf(office), upload_url, 0, content)
    expect(reply.statusCode, reply.body).toBe(204)
    await stage.runJobs()
    return id
  }

  const row = (id: string) => db.selectFrom('media_objects').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const contentOf = async (key: string | null) => buffer(await stage.files.read(key ?? ''))

  const cityMedia = async () => {
    const reply = await call(office, 'GET', `/v1/office/media?tour_date_id=${tour_date_id}`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json() as {
      converts: boolean
      entries: { id: number; seats: { id: number; media: Listed[] }[]; videos: Listed[] }[]
      unmatched: Listed[]
    }
  }

  return {
    ...{ stage, office, otherOffice, studio, tour_date_id, routine_id, other_routine_id, seat_id, other_seat_id },
    ...{ append, head, begin, upload, row, contentOf, cityMedia },
  }
}
