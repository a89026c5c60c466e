import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import { randomUUID } from 'node:crypto'
import { bestDancerEndpoints } from '@callboard/contract/registrations/best-dancers.ts'
import { personRef } from '@callboard/domain/registrations/attendees/attendee-change.ts'
import { photoEndings } from '@callboard/domain/kernel/files.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { takeJacket } from '@callboard/domain/registrations/best-dancers/best-dancer.ts'
import { photoFolder, photoOpen } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { participants } from '@callboard/domain/registrations/best-dancers/program.ts'
import { isBoundByCompletion } from '@callboard/domain/registrations/registration-status.ts'
import { attendeesOf, type Attendee } from '@callboard/domain/registrations/registration.ts'
import type { z } from 'zod'
import { loadContext, type RegistrationContext } from '../facts.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { acceptUpload, insertFile, placeUpload, removeRefused } from '../../platform/files/queries.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../../platform/http/errors.ts'
import { serve, servePhases, type App } from '../../platform/http/serve.ts'
import type { SessionUser } from '../../platform/user.ts'
import type { StoredFile } from '../../platform/files/check-stored.ts'
import { loadOfficeEdit } from '../office-edit.ts'
import { findRegistration, lockRegistration, setJacketAndPhoto } from '../queries.ts'
import { saveEditedDancer } from './edited-dancer.ts'
import { makeHeadshot } from './headshot.ts'
import { presentProgram } from './present.ts'
import { dropPhotos, findOfAttendee, isReachable, listOwnPrograms } from './queries.ts'

type ProgramCaller = CallerIdentity & { user: Pick<SessionUser, 'id' | 'office_edit'> }

/**
 * Loads a dancer of the program and the registration; `lock` locks it for a change. Fails with 404 for attendees who
 * do not take part.
 */
async function openDancer(tx: Tx, caller: ProgramCaller, attendee_id: number, now: Instant, lock = false) {
  const { id, office_edit } = caller.user
  const context = office_edit
    ? await loadOfficeEdit(tx, { id, office_edit }, now, lock)
    : await loadLive(tx, caller, attendee_id, now, lock)
  const attendee = orNotFound(attendeesOf(context.registration).find((one) => one.id === attendee_id))
  if (!participants(context.registration, context.facts).includes(attendee)) {
    throw new Refused({ code: 'best_dancer.not_taking_part', ...personRef(attendee) })
  }
  return { ...context, attendee }
}

async function loadLive(tx: Tx, caller: CallerIdentity, attendee_id: number, now: Instant, lock: boolean) {
  const { id } = orNotFound(await findOfAttendee(tx, caller, attendee_id))
  return loadContext(tx, orNotFound(await (lock ? lockRegistration : findRegistration)(tx, id)), now)
}

type Dancer = RegistrationContext & { attendee: Attendee }

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
  orRefuse(photoOpen(attendee, facts, isBoundByCompletion(registration, facts)))

type Body = z.output<typeof bestDancerEndpoints.saveBestDancer.body>

/** The dancer with the size and name of the body; absent fields stay unchanged. */
function withJacket({ attendee, facts, registration }: Dancer, { jacket_size_id, jacket_name }: Body) {
  const jacket = {
    jacket_size_id: jacket_size_id === undefined ? attendee.jacket_size_id : jacket_size_id,
    jacket_name: jacket_name === undefined ? attendee.jacket_name : jacket_name,
  }
  return orRefuse(takeJacket(attendee, jacket, facts, isBoundByCompletion(registration, facts)))
}

type Program = Parameters<typeof setJacketAndPhoto>[2]

/** Stores jacket and photo where the caller's changes go: in the registration, or in the office's edit of it. */
async function store(tx: Tx, { user }: ProgramCaller, { attendee }: Dancer, program: Program, now: Instant) {
  const { id, office_edit } = user
  if (office_edit) return saveEditedDancer(tx, { id, office_edit }, { attendee, program, now })
  await setJacketAndPhoto(tx, orNotFound(attendee.id ?? undefined), program)
  if (program.best_dancer_photo !== attendee.best_dancer_photo) await dropPhotos(tx, attendee)
}

type DancerSave = { body: Body; files: readonly StoredFile[]; now: Instant }

/** Saves a dancer's photo, size and name; absent fields stay unchanged. */
async function saveDancer(tx: Tx, caller: ProgramCaller, { body, files, now }: DancerSave) {
  const dancer = await openDancer(tx, caller, body.id, now, true)
  const { registration } = dancer
  const { best_dancer_photo, best_dancer_photo_original = null } = body
  const dressed = withJacket(dancer, body)
  if (best_dancer_photo) mayChangePhoto(dancer)
  const photos = best_dancer_photo ? { best_dancer_photo, best_dancer_photo_original } : {}
  const saved = { ...dressed, ...photos }
  const { jacket_size_id, jacket_name, best_dancer_photo: photo, best_dancer_photo_original: original } = saved
  const program = { jacket_size_id, jacket_name, best_dancer_photo: photo, best_dancer_photo_original: original }
  await store(tx, caller, dancer, program, now)
  const owned = { owner_user_id: registration.mybtf_user_id, registration_id: registration.id, created: now }
  for (const file of files) await insertFile(tx, { ...file, ...owned })
  return { attendee: saved }
}

/** Photos and jackets of the program, for the owner or anyone with a share link. PROG-008 to PROG-016, PROG-020. */
export function bestDancerRoutes(app: App) {
  serve(app, bestDancerEndpoints.listBestDancers, async (tx, { query, user, shared, now }) => {
    const { registration_id } = query
    const { id, office_edit } = user
    if (office_edit && office_edit.registration_id !== registration_id) throw new NotFound()
    if (office_edit) return presentProgram(app.files, await loadOfficeEdit(tx, { id, office_edit }, now))
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
    for (const key of isNew && photo ? new Set([photo, original ?? photo]) : []) {
      files.push(orRefuse(await acceptUpload(app, key, now)))
    }
    if (isNew && photo) {
      const headshot = await makeHeadshot(app.files, photo)
      if (!headshot.ok) await removeRefused({ db, files: app.files }, photo)
      files.push(orRefuse(headshot))
    }
    return inTransaction(db, (tx) => saveDancer(tx, caller, { body, files, now }))
  })

  serve(app, bestDancerEndpoints.removeBestDancerPhoto, async (tx, { query, user, shared, now }) => {
    // An attendee that is not saved yet has no photo to delete. PROG-015.
    if (query.attendee_id === undefined) throw new Refused({ code: 'best_dancer.not_saved' })
    const dancer = await openDancer(tx, { user, shared }, query.attendee_id, now, true)
    mayChangePhoto(dancer)
    const { jacket_size_id, jacket_name } = dancer.attendee
    const photo = { best_dancer_photo: null, best_dancer_photo_original: null }
    await store(tx, { user, shared }, dancer, { jacket_size_id, jacket_name, ...photo }, now)
    return {}
  })
}
