import type { saveRegistration } from '@callboard/contract/registrations/registrations.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { accept, type Result } from '@callboard/domain/kernel/result.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import type { RevalidationNotice } from '@callboard/domain/registrations/revalidation.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { Refused } from '../platform/http/errors.ts'
import { findAcceptedTexts, insertAcceptedTexts } from './accepted-texts.ts'
import { act, refuseWhileCharged } from './act.ts'
import { changeRoot } from './change-root.ts'
import type { RegistrationContext } from './facts.ts'
import { hold } from './hold.ts'
import { loadElsewhere } from './revalidation.ts'
import { setRevisionReviewEmail } from './revision-queries.ts'
import { setReviewEmail } from './root-queries.ts'

/** Fields that only an owner sets: reviewing, agreeing, and choosing how to pay. */
const officeLeaves = ['reviewed', 'review_email', 'waiver', 'competitionCodeWaiver', 'paying_by_check'] as const

type RootSave = {
  id: number
  body: z.output<typeof saveRegistration.body>
  user: { id: number; office_edit?: { registration_id: number } }
  now: Instant
  /** Applied before the fields are saved. */
  before?: (context: RegistrationContext) => Promise<Result<Registration, Refusal>>
}

/**
 * Saves the general fields of a registration. With `reviewed` it is checked and its places are held: then it runs last in
 * its transaction. REV-007, REV-023, COMP-084.
 */
export async function saveRoot(tx: Tx, { id, body, user, now, before }: RootSave) {
  const { version, review_email, reviewed } = body
  const reviews = reviewed === true
  const actRequest = { edits: true, reviews, user, now, id, version }
  if (user.office_edit && officeLeaves.some((name) => body[name] !== undefined)) {
    throw new Refused({ code: 'office.owner_decides' })
  }
  const acceptedTexts = await findAcceptedTexts(tx, body)
  const notices: RevalidationNotice[] = []
  const saved = await act(tx, actRequest, async (context) => {
    if (body.paying_by_check === true) await refuseWhileCharged(tx, id)
    const change = before ? await before(context) : accept(context.registration)
    if (!change.ok) return change
    const elsewhere = reviews
      ? await loadElsewhere(tx, context)
      : { media_passes: [], passes_in_use: [], scholarships: [] }
    return changeRoot({ ...context, registration: change.value }, body, { elsewhere, notices })
  })
  await insertAcceptedTexts(tx, acceptedTexts, saved, user.id)
  if (review_email !== undefined) {
    await (saved.revision ? setRevisionReviewEmail : setReviewEmail)(tx, id, review_email)
    saved.row.review_email = review_email
  }
  // A completed registration owns its places; additional places of an edit are claimed at payment.
  if (reviews && !saved.revision) {
    const { began, ends } = await hold(tx, saved)
    Object.assign(saved.row, { hold_began: began, hold_ends: ends })
  }
  return { saved, notices }
}
