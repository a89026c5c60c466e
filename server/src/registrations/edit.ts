import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { owedBeforeEdit, rebaseOnNews } from '@callboard/domain/registrations/edit.ts'
import { beginEdit } from '@callboard/domain/registrations/lifecycle.ts'
import { refuseWhileCharged } from './act.ts'
import { loadContext, loadRevisionContext, type RegistrationContext } from './facts.ts'
import { releaseEditPlaces } from './hold.ts'
import { withPrice } from './save.ts'
import type { Tx } from '../platform/db/connect.ts'
import { Forbidden, orNotFound } from '../platform/http/errors.ts'
import { dropPeopleFiles } from './attendees/attendee-files.ts'
import { loadReceivable } from '../ledger/queries.ts'
import { deleteRevision, findRevision, insertRevision, rebaseRevision, serialize } from './revision-queries.ts'
import { loadPayments, lockOwnRegistration } from './queries.ts'

type EditCall = { id: number; user: { id: number }; now: Instant }

/**
 * Starts the edit of a completed registration or continues the existing one. Changes the office made meanwhile are
 * merged and need a review. The registration itself stays unchanged. EDIT-001 to EDIT-003, A04.
 */
export async function openEdit(tx: Tx, { id, user, now }: EditCall): Promise<RegistrationContext> {
  const loadedRegistration = orNotFound(await lockOwnRegistration(tx, id, user.id))
  const live = await loadContext(tx, loadedRegistration, now)
  const revision = await findRevision(tx, id)
  // An existing edit may continue even while the registration is not confirmed.
  const edit = beginEdit(revision ? { ...live.registration, confirmed: true } : live.registration, live.facts)
  if (!edit.ok) throw new Forbidden(edit.refusal.code, explain(edit.refusal))

  const { version } = live.registration
  if (!revision) {
    const { registration } = withPrice(edit.value, live)
    await insertRevision(tx, {
      registration_id: id,
      version: version + 1,
      began_version: version,
      began: now,
      base: serialize(live.registration),
      record: serialize({ ...registration, version: version + 1 }),
      carried: await loadReceivable(tx, id),
      updated: now,
    })
  } else if (revision.began_version !== version) {
    const { registration } = withPrice(rebaseOnNews(revision.base, revision.record, live.registration), live)
    await rebaseRevision(tx, id, {
      version: revision.version + 1,
      began_version: version,
      base: serialize(live.registration),
      record: serialize({ ...registration, version: revision.version + 1 }),
      carried: owedBeforeEdit(await loadReceivable(tx, id), await loadPayments(tx, id), revision.began),
      updated: now,
    })
  }
  return loadRevisionContext(tx, loadedRegistration, orNotFound(await findRevision(tx, id)), now)
}

/** Discards an edit; the registration stays unchanged. Places are released last, because of the lock order. */
export async function discardOwnEdit(tx: Tx, { id, user, now }: EditCall): Promise<void> {
  const loadedRegistration = orNotFound(await lockOwnRegistration(tx, id, user.id))
  const revision = await findRevision(tx, id)
  if (!revision) return
  await refuseWhileCharged(tx, id)
  await dropPeopleFiles(tx, revision.record, [loadedRegistration.registration])
  await deleteRevision(tx, id)
  const live = await loadContext(tx, loadedRegistration, now)
  await releaseEditPlaces(tx, live)
}
