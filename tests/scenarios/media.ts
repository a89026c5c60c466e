import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import type { Schema } from '@callboard/server/platform/db/connect.ts'
import { silence } from '@callboard/server/dev/silent-audio.ts'
import type { Insertable } from 'kysely'
import type { Stage } from '../kit.ts'

type Media = Partial<Insertable<Schema['media_objects']>> & { tour_date_id: number }

/** Media as uploads and jobs leave them; answers the id. Stored media has a second of silence for its file. */
export async function insertMedia({ db, files, clock }: Pick<Stage, 'db' | 'files' | 'clock'>, media: Media) {
  const id = media.id ?? crypto.randomUUID()
  const isStored = media.state === undefined || !['uploading', 'expired'].includes(media.state)
  const key = isStored ? `media/${media.tour_date_id}/${id}.wav` : null
  const content = silence(1)
  if (key) await files.put(key, content, 'audio/wav')
  await db
    .insertInto('media_objects')
    .values({
      ...{ id, key, kind: 'judge_audio', name: '1_1.wav', content_type: 'audio/wav', bytes: content.length },
      ...{ state: 'ready', created: clock.now(), duration_ms: isStored ? 1_000 : null },
      ...media,
    })
    .execute()
  return id
}

/** A seat of the panel that judged a routine. */
export async function seatOf({ db }: Pick<Stage, 'db'>, routine_id: number, position = 1) {
  const seat = await db
    .selectFrom('running_order_entries as n')
    .innerJoin('judged_blocks as b', 'b.block_id', 'n.block_id')
    .innerJoin('judge_seats as s', 's.panel_id', 'b.panel_id')
    .where('n.registration_routine_id', '=', routine_id)
    .where('s.position', '=', position)
    .select('s.id')
    .executeTakeFirstOrThrow()
  return seat.id
}

/** The media that endpoint examples speak of. */
export async function makeMedia(
  stage: Stage,
  { tour_date_id, registration_id, routine_id }: ExampleWorld['judged'],
  judging: ExampleWorld['judging'],
  office: number,
): Promise<ExampleWorld['media']> {
  const seat_id = await seatOf(stage, routine_id)
  const place = { tour_date_id, registration_routine_id: routine_id, seat_id, uploaded_by: office }
  return {
    ...{ tour_date_id, registration_id, routine_id, seat_id },
    recording_id: await insertMedia(stage, place),
    failed_id: await insertMedia(stage, { ...place, state: 'failed', failure: 'damaged' }),
    loose_id: await insertMedia(stage, { tour_date_id, name: 'tape 3.wav', uploaded_by: office }),
    upload_id: await insertMedia(stage, { tour_date_id, state: 'uploading', uploaded_by: office }),
    device_upload_id: await insertMedia(stage, {
      ...{ tour_date_id: judging.tour_date_id, registration_routine_id: judging.routine_id },
      ...{ seat_id: judging.seats.marked, device_id: judging.device_id, state: 'uploading', name: '' },
    }),
    video_id: await insertMedia(stage, { ...place, kind: 'judge_video', content_type: 'video/mp4', name: '1_1.mp4' }),
  }
}
