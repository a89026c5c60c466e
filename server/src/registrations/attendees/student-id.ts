import { randomBytes } from 'node:crypto'
import { paperEndings } from '@callboard/domain/kernel/files.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/connect.ts'
import { dropUnreferenced } from '../../platform/files/queries.ts'

const extensions: ReadonlyMap<string, string> = new Map(Object.entries(paperEndings))

/** Parses 'attendee id/file name' and the content type of an upload. ATT-063. */
export function studentIdKey({
  name,
  type,
}: {
  name: string
  type: string
}): Result<{ attendee_id: number; extension: string }, Refusal> {
  const attendee_id = Number(/^(\d{1,9})(\/|$)/.exec(name)?.[1])
  const extension = extensions.get(type)
  if (!extension || !attendee_id) return refuse({ code: 'file.invalid', field: 'file' })
  return accept({ attendee_id, extension })
}

type Place = { tour_date_id: number; registration_id: number; attendee_id: number }

const folder = ({ tour_date_id, registration_id, attendee_id }: Place) =>
  `college-discounts/${tour_date_id}/${registration_id}/${attendee_id}-`

/** A new place for a student ID of this attendee. Each file has its own, so that a verified one is never overwritten. ATT-063. */
export const studentIdPath = (place: Place, extension: string): string =>
  `${folder(place)}${randomBytes(9).toString('base64url')}.${extension}`

/** Only a place that this attendee was given is taken as their student ID. ATT-063. */
export const isStudentIdPath = (path: string, place: Place): boolean =>
  path.startsWith(folder(place)) && /^[\w-]{12}\.[a-z]{3,4}$/.test(path.slice(folder(place).length))

/** Deletes unreferenced student IDs: accepted without being saved, or of removed attendees. An edit keeps its own. ATT-077. */
export const dropLooseStudentIds = (tx: Tx, before: Instant) =>
  dropUnreferenced(
    tx,
    'college-discounts/%',
    before,
    sql`select 1 from attendees a where a.student_id_url = f.key union all
      select 1 from revisions v where v.registration_id::text = split_part(f.key, '/', 3)
        and strpos(v.base::text || v.record::text, f.key) > 0 union all
      select 1 from office_edits v where v.registration_id::text = split_part(f.key, '/', 3)
        and strpos(v.base::text || v.record::text, f.key) > 0`,
  )
