import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { randomUUID } from 'node:crypto'
import { bestDancerEndpoints } from '@callboard/contract/registrations/best-dancers.ts'
import { personRef } from '@callboard/domain/registrations/attendees/attendee-change.ts'
import { photoEndings } from '@callboard/domain/kernel/files.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { takeJacket } from '@callboard/domain/registrations/best-dancers/best-dancer.ts'
import { photoFolder, photoOpen } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { participants } from '@callboard/domain/registrations/best-dancers/program.ts'
import type { z } from 'zod'
import { loadContext, type RegistrationContext } from '../facts.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { acceptUpload, insertFile, placeUpload, removeRefused } from '../../platform/files/queries.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../../platform/http/errors.ts'
import { serve, servePhases, type App } from '../../platform/http/serve.ts'
import type { StoredFile } from '../../platform/files/check-stored.ts'
import { clearPhoto, findRegistration, lockRegistration, setJacketAndPhoto } from '../queries.ts'
import { makeHeadshot } from './headshot.ts'
import { presentProgram } from './present.ts'
import { dropPhotos, findOfAttendee, isReachable, listOwnPrograms } from './queries.ts'

/**
 * Loads a dancer of the program and the registration; `lock` locks it for a change. Fails with 404 for attendees who
 * do not take part.
 */
async function openDancer(tx: Tx, caller: CallerIdentity, attendee_id: number, now: Instant, lock = false) {
  const { id, person_id } = orNotFound(await findOfAttendee(tx, caller, attendee_id))
  const context = await loadContext(tx, orNotFound(await (lock ? lockRegistration : findRegistration)(tx, id)), now)
  const attendee = orNotFound(context.registration.attendees[person_id])
  if (!participants(context.registration, context.facts).includes(attendee)) {
    throw new Refused({ code: 'best_dancer.not_taking_part', ...personRef(attendee) })
  }
  return { ...context, attendee }
}

type Dancer = Awaited<ReturnType<typeof openDancer>>

const folderOf = ({ registration, facts, attendee }: Dancer) =>
  photoFolder({
    season_id: facts.tour_date.season_id,
    registration_id: registration.id,
    // It was found by this number.
    attendee_id: attendee.id ?? 0,
  })

/** Only a place that this dancer was given is taken as their photo. */
const isPhotoKey = (key: string, folder: string) =>
  key.startsWith(`${folder}/`) && /^[\da-f-]{36}\.[a-z]{3,4}$/.test(key.slice(folder.length + 1))

const mayChangePhoto = ({ attendee, facts, registration }: Dancer) =>
  orRefuse(photoOpen(attendee, facts, registration.completed))

type Body = z.output<typeof bestDancerEndpoints.saveBestDancer.body>

/** The dancer with the size and name of the body; absent fields stay unchanged. */
function withJacket({ attendee, facts, registration }: Dancer, { jacket_size_id, jacket_name }: Body) {
  const jacket = {
    jacket_size_id: jacket_size_id === undefined ? attendee.jacket_size_id : jacket_size_id,
    jacket_name: jacket_name === undefined ? attendee.jacket_name : jacket_name,
  }
  return orRefuse(takeJacket(attendee, jacket, facts, registration.completed))
}

/** Saves a dancer's photo, size and name; absent fields stay unchanged. */
async function saveDancer(tx: Tx, dancer: Dancer, body: Body, files: readonly StoredFile[], now: Instant) {
  const { attendee, registration } = dancer
  const { best_dancer_photo, best_dancer_photo_original = null } = body
  const dressed = withJacket(dancer, body)
  if (best_dancer_photo) mayChangePhoto(dancer)
  const photos = best_dancer_photo ? { best_dancer_photo, best_dancer_photo_original } : {}
  const saved = { ...dressed, ...photos }
  await setJacketAndPhoto(tx, body.id, {
    jacket_size_id: saved.jacket_size_id,
    jacket_name: saved.jacket_name,
    best_dancer_photo: saved.best_dancer_photo,
    best_dancer_photo_original: saved.best_dancer_photo_original,
  })
  const owned = { owner_user_id: registration.mybtf_user_id, registration_id: registration.id, created: now }
  for (const file of files) await insertFile(tx, { ...file, ...owned })
  if (best_dancer_photo && best_dancer_photo !== attendee.best_dancer_photo) await dropPhotos(tx, attendee)
  return { attendee: saved }
}

/** Photos and jackets of the program, for the owner or anyone with a share link. PROG-008 to PROG-016, PROG-020. */
export function bestDancerRoutes(app: App) {
  serve(app, bestDancerEndpoints.listBestDancers, async (tx, { query, user, shared, now }) => {
    const { registration_id } = query
    if (user.office_edit && user.office_edit.registration_id !== registration_id) throw new NotFound()
    if (!(await isReachable(tx, { user, shared }, registration_id))) throw new NotFound()
    const context: RegistrationContext = await loadContext(
      tx,
      orNotFound(await findRegistration(tx, registration_id)),
      now,
    )
    return presentProgram(app.files, context)
  })

  serve(app, bestDancerEndpoints.listOwnPrograms, (tx, { user, now }) => listOwnPrograms(tx, user.id, now))

  serve(app, bestDancerEndpoints.imageUploadParams, async (tx, { query: { name, type, size }, user, shared, now }) => {
    const dancer = await openDancer(tx, { user, shared }, Number(name.split('/')[0]), now)
    mayChangePhoto(dancer)
    const key = `${folderOf(dancer)}/${randomUUID()}.${photoEndings[type]}`
    const { id: registration_id } = dancer.registration
    const upload = { key, type, size, user_id: shared ? null : user.id, registration_id }
    const { signedRequest, url } = orRefuse(await placeUpload(tx, app.files, upload, now))
    return { url: signedRequest, fields: { 'content-type': type }, public_id: url }
  })

  servePhases(app, bestDancerEndpoints.saveBestDancer, async (db, { body, user, shared, now }) => {
    const caller = { user, shared }
    const { best_dancer_photo: photo, best_dancer_photo_original: original } = body
    // Refuse everything else before the upload is accepted: it is accepted only once.
    const isNew = await inTransaction(db, async (tx) => {
      const dancer = await openDancer(tx, caller, body.id, now)
      withJacket(dancer, body)
      // An existing photo was checked when it was uploaded.
      if (!photo || photo === dancer.attendee.best_dancer_photo) return false
      mayChangePhoto(dancer)
      const folder = folderOf(dancer)
      if (![photo, original ?? photo].every((key) => isPhotoKey(key, folder))) {
        throw new Refused({ code: 'file.invalid', field: 'file' })
      }
      return true
    })
    const files: StoredFile[] = []
    // The store may be another machine: it is asked before a connection and a lock are taken.
    for (const key of isNew && photo ? [photo, original ?? photo] : []) {
      files.push(orRefuse(await acceptUpload(app, key, now)))
    }
    if (isNew && photo) {
      const headshot = await makeHeadshot(app.files, photo)
      if (!headshot.ok) await removeRefused({ db, files: app.files }, photo)
      files.push(orRefuse(headshot))
    }
    return inTransaction(db, async (tx) =>
      saveDancer(tx, await openDancer(tx, caller, body.id, now, true), body, files, now),
    )
  })

  serve(app, bestDancerEndpoints.removeBestDancerPhoto, async (tx, { query, user, shared, now }) => {
    // An attendee that is not saved yet has no photo to delete. PROG-015.
    if (query.attendee_id === undefined) throw new Refused({ code: 'best_dancer.not_saved' })
    const dancer = await openDancer(tx, { user, shared }, query.attendee_id, now, true)
    mayChangePhoto(dancer)
    await clearPhoto(tx, query.attendee_id)
    await dropPhotos(tx, dancer.attendee)
    return {}
  })
}
