import { attendeesOf, type Registration } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { deleteFilesLater } from '../../platform/files/queries.ts'
import { photoFiles } from '../best-dancers/queries.ts'

type People = Pick<Registration, 'attendees'>

/** The files of a registration's people: student IDs, photos with their originals and thumbnails. */
export const filesOf = (people: People): string[] =>
  attendeesOf(people).flatMap(({ student_id_url, ...photos }) => [student_id_url ?? [], ...photoFiles(photos)].flat())

/**
 * Deletes, after the commit, the files of these people that no remaining state of the registration refers to: an edit
 * keeps those of the live registration. ATT-077.
 */
export async function dropPeopleFiles(tx: Tx, before: People, remaining: readonly People[]): Promise<void> {
  const keptFiles = new Set(remaining.flatMap(filesOf))
  await deleteFilesLater(
    tx,
    filesOf(before).filter((key) => !keptFiles.has(key)),
  )
}
