import type { beginOfficeEdit, submitOfficeEdit } from '@callboard/contract/registrations/corrections.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { rebase, rebaseOnNews } from '@callboard/domain/registrations/edit.ts'
import { withoutAgreements } from '@callboard/domain/registrations/lifecycle.ts'
import { attendeesOf, type Registration } from '@callboard/domain/registrations/registration.ts'
import { musicChanges } from '@callboard/domain/registrations/routines/edited-music.ts'
import type { z } from 'zod'
import { audited, type Caller } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { deleteFilesLater } from '../platform/files/queries.ts'
import { NotFound, orNotFound, Refused } from '../platform/http/errors.ts'
import { refuseChangedMeanwhile } from './act.ts'
import { filesOf } from './attendees/attendee-files.ts'
import { withoutLapsed } from './complete-edit.ts'
import { planCorrection, refuseUncorrectable, storeCorrection } from './correct.ts'
import { loadContext, loadOfficeEditContext, type RegistrationContext } from './facts.ts'
import {
  findOwnRegistration,
  findRegistration,
  lockOwnRegistration,
  lockRegistration,
  type LoadedRegistration,
} from './queries.ts'
import {
  deleteOfficeEdit,
  findOfficeEdit,
  findOfficeEditMark,
  insertOfficeEdit,
  rebaseOfficeEdit,
  serialize,
  setOfficeEditor,
  type OfficeEdit,
} from './revision-queries.ts'
import { storeEditedMusic } from './routines/edited-music.ts'
import { loadRoutineMusic } from './routines/music-queries.ts'
import { withPrice } from './save.ts'

type OfficeCall = Caller & { id: number }

/**
 * Begins the office's edit of a completed registration, or goes on with it. It lies beside the owner's own edit, which is
 * brought up to date after it was submitted. OFF-020.
 */
export async function beginForOffice(
  tx: Tx,
  { id, body, ...caller }: OfficeCall & { body: z.output<typeof beginOfficeEdit.body> },
) {
  const { user, now } = caller
  const { office_reason, takes_over } = body
  if (office_reason.trim() === '') throw new Refused({ code: 'office.correction_reason', field: 'office_reason' })
  const loadedRegistration = orNotFound(await lockRegistration(tx, id))
  await refuseUncorrectable(tx, loadedRegistration)
  const editor = await findOfficeEditMark(tx, id)
  if (editor && editor.user_id !== user.id && !takes_over) {
    throw new Refused({ code: 'office.edit_of_another', name: editor.name })
  }
  await audited(tx, caller, {
    action: 'begin office edit',
    entity: 'registration',
    entity_id: id,
    before: editor ? { user_id: editor.user_id } : null,
    after: { office_reason },
  })
  if (editor) await setOfficeEditor(tx, id, { user_id: user.id, office_reason })
  else await insertEdit(tx, await loadContext(tx, loadedRegistration, now), { user_id: user.id, office_reason, now })
  return { version: orNotFound(await findOfficeEdit(tx, id)).version }
}

type NewEdit = { user_id: number; office_reason: string; now: Instant }

async function insertEdit(tx: Tx, live: RegistrationContext, { user_id, office_reason, now }: NewEdit) {
  const { id, version } = live.registration
  const { registration } = withPrice(withoutAgreements(live.registration), live)
  await insertOfficeEdit(tx, {
    ...{ registration_id: id, user_id, office_reason, version: version + 1, began_version: version, began: now },
    ...{ base: serialize(live.registration), record: serialize({ ...registration, version: version + 1 }) },
    updated: now,
  })
}

/** Opens the office's edit, with what changed in the registration since. The owner stands for the office's account here. */
export async function openOfficeEdit(
  tx: Tx,
  { id, user, now }: { id: number; user: { id: number; office_edit?: { registration_id: number } }; now: Instant },
): Promise<RegistrationContext> {
  if (user.office_edit?.registration_id !== id) throw new NotFound()
  const loadedRegistration = orNotFound(await lockOwnRegistration(tx, id, user.id))
  const edit = orNotFound(await findOfficeEdit(tx, id))
  const live = loadedRegistration.registration
  if (edit.began_version !== live.version) {
    const context = await loadContext(tx, loadedRegistration, now)
    const { registration } = withPrice(rebaseOnNews(edit.base, edit.record, live), context)
    const version = edit.version + 1
    await rebaseOfficeEdit(tx, id, {
      ...{ version, began_version: live.version, updated: now },
      ...{ base: serialize(live), record: serialize({ ...registration, version }) },
    })
  }
  return orNotFound(await loadOfficeEditContext(tx, loadedRegistration, now))
}

type OfficeActor = { id: number; office_edit: { registration_id: number } }

/** The office's edit with what changed in the registration since. The owner stands for the office's account here. */
export async function loadOfficeEdit(tx: Tx, { id, office_edit }: OfficeActor, now: Instant, lock = false) {
  const { registration_id } = office_edit
  const loadedRegistration = orNotFound(
    await (lock ? lockOwnRegistration : findOwnRegistration)(tx, registration_id, id),
  )
  const { registration: live } = loadedRegistration
  const edit = orNotFound(await findOfficeEdit(tx, registration_id))
  const context = orNotFound(await loadOfficeEditContext(tx, loadedRegistration, now))
  return { ...context, edit, live, registration: rebase(edit.base, context.registration, live) }
}

function orNoEdit<Edit>(edit: Edit | undefined): Edit {
  if (!edit) throw new Refused({ code: 'registration.no_edit' })
  return edit
}

/** Discards the office's edit; the registration stays as it was. */
export async function discardForOffice(tx: Tx, { id, ...caller }: OfficeCall) {
  const { registration } = orNotFound(await lockRegistration(tx, id))
  const editor = await findOfficeEditMark(tx, id)
  if (!editor) return
  const { user_id, office_reason } = editor
  const edit = orNotFound(await findOfficeEdit(tx, id))
  await deleteOfficeEdit(tx, id)
  await dropDraftFiles(tx, registration, edit)
  const of = { entity: 'registration', entity_id: id } as const
  await audited(tx, caller, {
    action: 'discard office edit',
    ...of,
    before: { user_id, office_reason },
    after: null,
  })
}

/** Deletes the files that were put into a discarded edit alone. */
async function dropDraftFiles(tx: Tx, live: Registration, { base, record, music }: OfficeEdit) {
  const routines = [...(await loadRoutineMusic(tx, live.id)).values()]
  const keptFiles = new Set([...filesOf(base), ...filesOf(live), ...routines.map((routine) => routine.music?.url)])
  const files = [...filesOf(record), ...Object.values(music).flatMap((state) => state.music?.url ?? [])]
  await deleteFilesLater(
    tx,
    files.filter((key) => !keptFiles.has(key)),
  )
}

/** Plans the office's edit as a correction; review, agreements and confirmation stay those of the registration. */
export async function planOfficeEdit(tx: Tx, id: number, now: Instant, lock = false) {
  const loadedRegistration = orNotFound(await (lock ? lockRegistration : findRegistration)(tx, id))
  const edit = orNoEdit(await findOfficeEdit(tx, id))
  await refuseUncorrectable(tx, loadedRegistration)
  const live = await loadContext(tx, loadedRegistration, now)
  if (edit.began_version !== live.registration.version) {
    throw new Refused({ code: 'changed_meanwhile', version: edit.version })
  }
  const corrected = await correctedBy(tx, loadedRegistration, edit, now)
  const plan = await planCorrection(tx, live, corrected)
  const music = musicChanges(corrected.routines, await loadRoutineMusic(tx, id), edit.music)
  const effect = { ...plan.effect, others: [...plan.effect.others, ...music] }
  return { live, edit, corrected, plan: { ...plan, effect } }
}

async function correctedBy(tx: Tx, loadedRegistration: LoadedRegistration, edit: OfficeEdit, now: Instant) {
  const { registration: live } = loadedRegistration
  const context = orNoEdit(await loadOfficeEditContext(tx, loadedRegistration, now))
  const { reviewed, waiver, competitionCodeWaiver, confirmed, paying_by_check, dates } = live
  const rebased = await withoutLapsed(tx, rebase(edit.base, context.registration, live))
  const flags = { reviewed, waiver, competitionCodeWaiver, confirmed, paying_by_check, dates }
  return { ...rebased, ...flags, editing: false, version: live.version }
}

type Submission = OfficeCall & { body: z.output<typeof submitOfficeEdit.body>; origin: string }

/** Submits the office's edit: stored, posted, audited and mailed in one transaction. OFF-020. */
export async function submitForOffice(tx: Tx, { id, body, ...caller }: Submission) {
  const { live, edit, corrected, plan } = await planOfficeEdit(tx, id, caller.now, true)
  refuseChangedMeanwhile(edit, body.version)
  await deleteOfficeEdit(tx, id)
  const reply = await storeCorrection(tx, live, plan, {
    ...caller,
    ...{ total: body.total, note: body.note, office_reason: edit.office_reason },
    draft: { ...numbersOf(live.registration, corrected), ...fileNumbersOf(live.registration, corrected, edit) },
  })
  await storeEditedMusic(tx, id, edit.music, caller.now)
  return reply
}

/** The people whose photo and the routines whose music became another. */
const fileNumbersOf = (before: Registration, after: Registration, { music }: OfficeEdit) => ({
  photos: attendeesOf(after).flatMap(({ person_id, best_dancer_photo }) =>
    best_dancer_photo === (before.attendees[person_id]?.best_dancer_photo ?? null) ? [] : [person_id],
  ),
  music: after.routines.flatMap(({ id }) => (id === null || !music[id] ? [] : [id])),
})

/** The people and routines that came and went, by numbers: the audit outlives a person's erasure. */
function numbersOf(before: Registration, after: Registration) {
  const people = (of: Registration) => new Set(attendeesOf(of).map(({ person_id }) => person_id))
  const routines = (of: Registration) =>
    new Set([...of.routines, ...of.waiting_list_routines].flatMap(({ id }) => (id === null ? [] : [id])))
  const missingIn = (ids: Set<number>, others: Set<number>) => [...ids].filter((id) => !others.has(id))
  return {
    added_people: missingIn(people(after), people(before)),
    leaving_people: missingIn(people(before), people(after)),
    added_routines: missingIn(routines(after), routines(before)),
    leaving_routines: missingIn(routines(before), routines(after)),
  }
}
