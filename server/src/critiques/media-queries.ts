import {
  mediaQuota,
  statesBefore,
  type MediaFailure,
  type MediaKind,
  type MediaState,
} from '@callboard/domain/critiques/media.ts'
import type { MediaEntry } from '@callboard/domain/critiques/media-name.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { refuse, accept, type Result } from '@callboard/domain/kernel/result.ts'
import type { GeneralRefusal } from '@callboard/domain/refusals.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { sql, type Insertable } from 'kysely'
import type { Schema, Tx } from '../platform/db/connect.ts'
import { deleteFilesLater, dropUnreferenced } from '../platform/files/queries.ts'
import { addJobs } from '../platform/queue/queue.ts'
import { selectNumberedEntries } from '../running-order/queries.ts'

/** The sender of an upload: a person of the office, or the device of a seat. */
export type MediaUploader = { uploaded_by: number } | { device_id: number }

const columns = [
  ...(['id', 'tour_date_id', 'kind', 'registration_routine_id', 'seat_id', 'name', 'key', 'content_type'] as const),
  ...(['bytes', 'sha256', 'duration_ms', 'started_at', 'shift_ms', 'state', 'failure', 'withheld_reason'] as const),
  ...(['uploaded_by', 'device_id', 'created', 'received_at', 'expires_at'] as const),
  ...(['conversion_tries', 'conversion_failure'] as const),
] as const

export type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>

export const findMedia = (tx: Tx, id: string) =>
  tx.selectFrom('media_objects').where('id', '=', id).select(columns).executeTakeFirst()

export const lockMedia = (tx: Tx, id: string) =>
  tx.selectFrom('media_objects').where('id', '=', id).select(columns).forUpdate().executeTakeFirst()

/** An upload of this person or device. An account of the office does not continue what another began. */
export const findUpload = (tx: Tx, id: string, uploader: MediaUploader) =>
  tx
    .selectFrom('media_objects')
    .where('id', '=', id)
    .where((on) =>
      'device_id' in uploader ? on('device_id', '=', uploader.device_id) : on('uploaded_by', '=', uploader.uploaded_by),
    )
    .select(columns)
    .executeTakeFirst()

/** Refuses another upload to a sender who began too many in a day, or left too much unfinished. */
export async function checkQuota(tx: Tx, uploader: MediaUploader, now: Instant): Promise<Result<null, GeneralRefusal>> {
  const { uploads, unfinished } = await tx
    .selectFrom('media_objects')
    .where('created', '>', daysAfter(now, -1))
    .where((on) =>
      'device_id' in uploader ? on('device_id', '=', uploader.device_id) : on('uploaded_by', '=', uploader.uploaded_by),
    )
    .select([
      sql<number>`count(*)::int`.as('uploads'),
      sql<number>`coalesce(sum(bytes) filter (where state = 'uploading'), 0)::float8`.as('unfinished'),
    ])
    .executeTakeFirstOrThrow()
  const isUsedUp = uploads >= mediaQuota.uploads || unfinished >= mediaQuota.unfinished_bytes
  return isUsedUp ? refuse({ code: 'too_many_tries', retry_after_seconds: 3_600 }) : accept(null)
}

type NewMedia = Pick<
  Insertable<Schema['media_objects']>,
  'id' | 'tour_date_id' | 'kind' | 'registration_routine_id' | 'seat_id' | 'bytes' | 'sha256' | 'started_at' | 'created'
> & { name: string }

/** Begins an upload. False: the id is taken. */
export async function insertUpload(tx: Tx, media: NewMedia, uploader: MediaUploader): Promise<boolean> {
  const row = await tx
    .insertInto('media_objects')
    .values({ ...media, ...uploader, state: 'uploading' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A device that took over a seat goes on with what the one before began. */
export const takeOverUpload = (tx: Tx, id: string, seat_id: number, device_id: number) =>
  tx
    .updateTable('media_objects')
    .where('id', '=', id)
    .where('seat_id', '=', seat_id)
    .where('uploaded_by', 'is', null)
    .set({ device_id })
    .returning('id')
    .executeTakeFirst()

/** Notes that an upload is whole, once, and has it stored and processed. */
export async function markReceived(tx: Tx, id: string, now: Instant): Promise<void> {
  const row = await tx
    .updateTable('media_objects')
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('received_at', 'is', null)
    .set({ received_at: now })
    .returning('id')
    .executeTakeFirst()
  if (row) await addProcessing(tx, id)
}

/** Has media processed; one that waits already is processed once. */
export const addProcessing = (tx: Tx, ...ids: readonly string[]) =>
  addJobs(
    tx,
    'process_media',
    ids.map((media_id) => ({ media_id })),
    ({ media_id }) => `media ${media_id}`,
  )

type MediaChange = Partial<
  Pick<MediaRow, 'key' | 'content_type' | 'duration_ms' | 'failure' | 'withheld_reason' | 'expires_at'> & {
    peaks: Buffer | null
  }
>

/** Moves media to another state; false: it is in none that may go there. */
export async function setMediaState(tx: Tx, id: string, state: MediaState, change: MediaChange = {}): Promise<boolean> {
  const row = await tx
    .updateTable('media_objects')
    .where('id', '=', id)
    .where('state', 'in', statesBefore(state))
    .set({ failure: null, withheld_reason: null, ...change, state })
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const failMedia = (tx: Tx, id: string, failure: MediaFailure, change: MediaChange = {}) =>
  setMediaState(tx, id, 'failed', { ...change, failure })

/** In the key of a file as it came. */
export const originalEnding = 'original'
const mostConversionTries = 2
type ConversionState = Pick<MediaRow, 'key' | 'state' | 'conversion_tries'>

/** Whether media can be heard but not yet as ffmpeg makes it, because ffmpeg was missing when it came. */
export const isServedAsItCame = ({ key, state, conversion_tries }: ConversionState): boolean =>
  (state === 'ready' || state === 'withheld') &&
  (key?.includes(`.${originalEnding}.`) ?? false) &&
  conversion_tries < mostConversionTries

/** The same of rows, those tried least first. */
export const listUnconverted = (tx: Tx, most: number) =>
  tx
    .selectFrom('media_objects')
    .where('state', 'in', ['ready', 'withheld'])
    .where('key', 'like', `%.${originalEnding}.%`)
    .where('conversion_tries', '<', mostConversionTries)
    .select('id')
    .orderBy('conversion_tries')
    .orderBy('created')
    .orderBy('id')
    .limit(most)
    .execute()

type ConvertedFile = Pick<MediaRow, 'content_type' | 'duration_ms'> & { key: string; peaks: Buffer | null }

/** Exchanges the file of media that is heard; false: it has this file no more. Its state stays. */
export async function replaceFile(tx: Tx, id: string, key: string, file: ConvertedFile): Promise<boolean> {
  const row = await tx
    .updateTable('media_objects')
    .where('id', '=', id)
    .where('key', '=', key)
    .set({ ...file, conversion_failure: null })
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that this file could not be converted. The second time its reason is shown, and it is tried no more. */
export const noteFailedConversion = (tx: Tx, id: string, key: string, reason: MediaFailure) =>
  tx
    .updateTable('media_objects')
    .where('id', '=', id)
    .where('key', '=', key)
    .set((of) => ({ conversion_failure: reason, conversion_tries: of('conversion_tries', '+', 1) }))
    .execute()

/** Why media stays as it came; null: it does not, or may still be converted. */
export const conversionFailure = ({ state, conversion_tries, conversion_failure }: MediaRow): MediaFailure | null =>
  state === 'ready' && conversion_tries >= mostConversionTries ? conversion_failure : null

export const setMediaPlace = (tx: Tx, id: string, place: { registration_routine_id: number; seat_id: number | null }) =>
  tx
    .updateTable('media_objects')
    .where('id', '=', id)
    .set({ registration_routine_id: place.registration_routine_id, seat_id: place.seat_id })
    .execute()

export const setShift = (tx: Tx, id: string, shift_ms: number | null) =>
  tx.updateTable('media_objects').where('id', '=', id).set({ shift_ms }).execute()

/** Deletes media with the videos that were mixed of it, and their files once that is committed. */
export async function deleteMedia(tx: Tx, { id }: Pick<MediaRow, 'id'>): Promise<void> {
  const rows = await tx
    .deleteFrom('media_objects')
    // A mix is named after what it was made of.
    .where((on) => on.or([on('id', '=', id), on.and([on('kind', '=', 'critique_mix'), on('name', 'like', `%${id}%`)])]))
    .returning('key')
    .execute()
  await deleteFiles(tx, rows)
}

const deleteFiles = (tx: Tx, rows: readonly { key: string | null }[]) =>
  deleteFilesLater(
    tx,
    rows.flatMap(({ key }) => key ?? []),
  )

/** All media of a city but what the product makes itself. */
export const listCityMedia = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('media_objects')
    .where('tour_date_id', '=', tour_date_id)
    .where('kind', '<>', 'critique_mix')
    .select(columns)
    .orderBy('started_at')
    .orderBy('created')
    .orderBy('id')
    .execute()

type CityEntry = Omit<MediaEntry, 'seats'> & {
  name: string
  studio: string
  seats: readonly { id: number; position: number; judge: string | null }[]
}

/** The numbered entries of a city with the seats of their panels. */
export async function listMediaEntries(tx: Tx, tour_date_id: number): Promise<CityEntry[]> {
  const entries = await selectNumberedEntries(tx, tour_date_id)
    .leftJoin('judged_blocks as b', 'b.block_id', 'n.block_id')
    .where('n.state', 'not in', ['scratched', 'no_show'])
    .select('b.panel_id')
    .orderBy('n.entry_number')
    .orderBy('n.suffix')
    .execute()
  const seats = await tx
    .selectFrom('judge_seats as s')
    .innerJoin('panels as p', 'p.id', 's.panel_id')
    .leftJoin('judges as j', 'j.id', 's.judge_id')
    .where('p.tour_date_id', '=', tour_date_id)
    .where('p.kind', '=', 'competition')
    .select(['s.id', 's.panel_id', 's.position', 'j.name as judge'])
    .orderBy('s.position')
    .execute()
  return entries.map(({ panel_id, suffix, entry_number, ...entry }) => ({
    ...entry,
    label: entryLabel({ entry_number, suffix }),
    seats: seats
      .filter((seat) => seat.panel_id === panel_id)
      .map(({ id, position, judge }) => ({ id, position, judge })),
  }))
}

/** The media of these entries that may be heard, with the positions of their seats: none withheld, none unfinished. */
export const listReadyMedia = (tx: Tx, entryIds: readonly number[], kinds: readonly MediaKind[]) =>
  tx
    .selectFrom('media_objects as m')
    .leftJoin('judge_seats as s', 's.id', 'm.seat_id')
    .where('m.registration_routine_id', '=', sql<number>`any(${entryIds}::int[])`)
    .where('m.state', '=', 'ready')
    .where('m.kind', 'in', [...kinds])
    .select([
      'm.id',
      'm.kind',
      'm.tour_date_id',
      'm.registration_routine_id',
      'm.seat_id',
      's.position',
      'm.key',
      'm.content_type',
    ])
    .select(['m.duration_ms', 'm.started_at', 'm.shift_ms', 'm.peaks', 'm.expires_at'])
    .orderBy('m.started_at')
    .orderBy('m.created')
    .orderBy('m.id')
    .execute()

/** Recordings of judges for these entries with their times. Withheld ones too: what follows one keeps its place. */
export const listRecordingTimes = (tx: Tx, entryIds: readonly number[]) =>
  tx
    .selectFrom('media_objects as m')
    .leftJoin('judge_seats as s', 's.id', 'm.seat_id')
    .where('m.registration_routine_id', '=', sql<number>`any(${entryIds}::int[])`)
    .where('m.kind', '=', 'judge_audio')
    .where('m.state', 'in', ['ready', 'withheld'])
    .select(['m.id', 'm.registration_routine_id', 's.position', 'm.duration_ms', 'm.started_at', 'm.shift_ms'])
    .orderBy('m.started_at')
    .orderBy('m.created')
    .orderBy('m.id')
    .execute()

export const findMix = (tx: Tx, name: string, now: Instant) =>
  tx
    .selectFrom('media_objects')
    .where('kind', '=', 'critique_mix')
    .where('name', '=', name)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .select('key')
    .limit(1)
    .executeTakeFirst()

type NewMix = Pick<
  MediaRow,
  'id' | 'name' | 'bytes' | 'tour_date_id' | 'registration_routine_id' | 'seat_id' | 'created' | 'expires_at'
> & { key: string }

export const insertMix = (tx: Tx, mix: NewMix) =>
  tx
    .insertInto('media_objects')
    .values({ ...mix, kind: 'critique_mix', content_type: 'video/mp4', state: 'ready' })
    .execute()

/** Uploads that were not whole in time, which leave; answers their ids. */
export const deleteUnfinished = async (tx: Tx, before: Instant): Promise<string[]> =>
  (
    await tx
      .deleteFrom('media_objects')
      .where('state', '=', 'uploading')
      .where('received_at', 'is', null)
      .where('created', '<', before)
      .returning('id')
      .execute()
  ).map(({ id }) => id)

/** Deletes mixed videos whose days are over; the next download makes another. */
export async function deleteEndedMixes(tx: Tx, now: Instant): Promise<void> {
  const rows = await tx
    .deleteFrom('media_objects')
    .where('kind', '=', 'critique_mix')
    .where('expires_at', '<=', now)
    .returning('key')
    .execute()
  await deleteFiles(tx, rows)
}

/** Deletes mixed videos of a save that did not end. */
export const dropLooseMixes = (tx: Tx, before: Instant) =>
  dropUnreferenced(tx, 'media/mixes/%', before, sql`select 1 from media_objects m where m.key = f.key`)

/** Cities that have media, with the last day of their season. */
export const listMediaCities = (tx: Tx) =>
  tx
    .selectFrom('tour_dates as t')
    .where((on) =>
      on.exists(
        on
          .selectFrom('media_objects as m')
          .whereRef('m.tour_date_id', '=', 't.id')
          .where('m.state', 'in', statesBefore('expired')),
      ),
    )
    .select(['t.id as tour_date_id', 't.event_id', 't.season_id'])
    .select(
      sql<CalendarDate>`(select max(o.end_date) from tour_dates o where o.season_id = t.season_id)`.as('season_end'),
    )
    .execute()

/** Ends the media of cities: the files are deleted, and that they were there stays. */
export async function expireMedia(tx: Tx, tourDateIds: readonly number[], now: Instant): Promise<void> {
  const { rows } = await sql<{ key: string | null }>`
    with old as (select id, key from media_objects
        where tour_date_id = any(${[...tourDateIds]}::int[]) and state = any(${statesBefore('expired')}::text[])
        for update),
      ended as (update media_objects m set state = 'expired', key = null, peaks = null, failure = null,
          withheld_reason = null, expires_at = ${now}
        from old where old.id = m.id returning m.id)
    select old.key from old join ended on ended.id = old.id`.execute(tx)
  await deleteFiles(tx, rows)
}
