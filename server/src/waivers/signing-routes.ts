import { openSharedWaivers, openSignLink, requestWaiver, signWaiver } from '@callboard/contract/waivers/waivers.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import {
  isOfAge,
  keptForm,
  signerEmail,
  signerOf,
  waiverErrors,
  type WaiverForm,
} from '@callboard/domain/waivers/form.ts'
import { checkOpen, checkReminder, checkSignature, requestEnd } from '@callboard/domain/waivers/request.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { answerWith, Forbidden, NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { SessionUser } from '../platform/user.ts'
import { listGenders } from '../roster/person-queries.ts'
import { signedWaiverLetter } from './letter.ts'
import { typedSignatures, type SignedDocument } from './signing-provider.ts'
import { openRegistration, openShared, tokenOf } from './access.ts'
import { mailLinks, settingsOf } from './signature-requests.ts'
import { ageFacts, cityOf } from './present.ts'
import {
  copyKey,
  findWaiverRegistration,
  findFilledPerson,
  findRequest,
  findRequestByToken,
  findType,
  insertRequests,
  insertWaiver,
  loadWaiverRows,
  lockRequest,
  updateSigned,
  type WaiverRegistration,
} from './queries.ts'

type SignatureBody = z.output<typeof signWaiver.body>
type Signing = { body: SignatureBody; user: SessionUser; token: string | undefined; now: Instant }

/** Form and signature, for the owner and anyone with a share link. WAIV-006 to WAIV-017, TOK-001, TOK-007, ERR-021. */
export function signingRoutes(app: App) {
  answerWith({ 'waiver.expired': 410, 'waiver.signed': 409, 'waiver.provider': 502 })
  const provider = app.signing ?? typedSignatures

  serve(app, openSharedWaivers, async (tx, { params, now }) => {
    const about = await openShared(tx, params.token, now)
    const rows = await loadWaiverRows(tx, about.id)
    const facts = ageFacts(about, await settingsOf(tx, about), now)
    return {
      registration_id: about.id,
      about: cityOf(about),
      ...facts,
      // A link tells names, whether there is a signature, and who may give it: nothing else of a child. WAIV-003, TOK-015.
      rows: rows.map(({ person_id, fname, lname, birthdate, waiver_type_id, waiver, signed_at }) => ({
        person_id,
        fname,
        lname,
        waiver_type_id,
        waiver,
        is_minor: !isOfAge(birthdate, facts),
        signed: signed_at !== null,
      })),
    }
  })

  serve(app, openSignLink, async (tx, { params, now }) => {
    const request = orNotFound(await findRequestByToken(tx, hashOf(params.token)))
    orRefuse(checkOpen(request, request.waiver_id !== null, now))
    const about = orNotFound(await findWaiverRegistration(tx, request.registration_id))
    const { id, registration_id, waiver_type_id, waiver, version, expires_at, form, is_self } = request
    const signer = form ? signerOf(form, is_self ?? false) : null
    const facts = ageFacts(about, await settingsOf(tx, about), now)
    return {
      waiver_request: {
        ...{ id, registration_id, waiver_type_id, waiver, version, expires_at, signer },
        self: form ? is_self : null,
      },
      person: {
        ...{ id: request.person_id, fname: request.fname, lname: request.lname },
        is_minor: !isOfAge(request.birthdate, facts),
      },
      text: request.text,
      about: cityOf(about),
      ...facts,
    }
  })

  serve(app, requestWaiver, async (tx, { body: { person, options }, user, now, request }) => {
    const { registration_id, waiver_type_id, self, email } = options
    const token = tokenOf(request, options.token)
    const about = await openRegistration(tx, { registration_id, token, user, now })
    // A share link must not be usable for sending mails.
    if (email !== undefined && token !== undefined) throw new Forbidden('link', 'A shared link cannot send emails.')
    if (email !== undefined && emailError(email, true)) {
      throw new Refused({ code: 'waiver.no_address', field: 'reminder_email' })
    }
    if (email !== undefined) orRefuse(checkReminder(about, now))
    const { id, ...form } = person
    const rows = await loadWaiverRows(tx, about.id, id)
    const row = rows.find((one) => one.waiver_type_id === waiver_type_id)
    if (!row) throw new Refused({ code: 'waiver.not_needed' })
    if (row.signed_at !== null) throw new Refused({ code: 'waiver.signed' })

    const settings = await settingsOf(tx, about)
    const facts = { self, birthdate: row.birthdate, ...ageFacts(about, settings, now), ...(await genderFacts(tx)) }
    orRefuse(checkEntry(waiverErrors(form, facts)))
    const type = orNotFound(await findType(tx, waiver_type_id))
    const storedForm = keptForm(form, self)
    const signing_token = newToken()
    const expires_at = requestEnd(now, settings.waiver_request_days)
    const [insertedRequest] = await insertRequests(
      tx,
      [
        {
          registration_id: about.id,
          person_id: id,
          waiver_type_id,
          version: type.version,
          season_id: about.season_id,
          token_hash: hashOf(signing_token),
          expires_at,
          ...(email && { mailed_to: email.trim(), mailed_at: now }),
          is_self: self,
          form: JSON.stringify(storedForm),
        },
      ],
      now,
    )
    if (!insertedRequest) throw new Error('A waiver request was not kept')
    if (email) {
      const link = { about, row, to: email.trim(), token: signing_token }
      await mailLinks(tx, [link], { expires_at, origin: app.origin, now })
    }
    const { text, version } = type
    return { waiver_request_id: insertedRequest.id, signing_token, text, version, signer: signerOf(storedForm, self) }
  })

  servePhases(app, signWaiver, async (db, { body, user, now, request }) => {
    const signing = { body, user, now, token: tokenOf(request, body.token) }
    const { document, about, ...signature } = await inTransaction(db, (tx) => prepare(tx, signing, request.ip))
    const seal = await provider.seal(document).catch((error: unknown) => {
      request.log.error({ err: error }, 'the signing provider failed')
      throw new Refused({ code: 'waiver.provider' })
    })
    await inTransaction(db, async (tx) => {
      const open = orNotFound(await lockRequest(tx, body.waiver_request_id))
      orRefuse(checkOpen(open, open.waiver_id !== null, now))
      // Another request of the same person may have been signed meanwhile.
      if (!(await insertWaiver(tx, open, now))) throw new Refused({ code: 'waiver.signed' })
      await updateSigned(tx, open.id, {
        ...signature,
        seal,
        signed_at: now,
        signed_ip: request.ip,
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 200),
        signed_by: signing.token === undefined ? user.id : null,
      })
      await mailCopy(tx, { about, request: open, ...signature, signed_at: now })
    })
    return { signed: true as const }
  })
}

/** The request that this caller may sign: by its link's token, or as the owner of its registration. A70, TOK-014. */
async function requestToSign(tx: Tx, { body, user, token }: Signing) {
  const request = orNotFound(
    token === undefined ? await findRequest(tx, body.waiver_request_id) : await findRequestByToken(tx, hashOf(token)),
  )
  const isNamed =
    request.id === body.waiver_request_id &&
    request.registration_id === body.registration_id &&
    request.person_id === body.person_id
  const isOwn = token !== undefined || (user.id !== 0 && user.confirmed && request.user_id === user.id)
  if (!isNamed || !isOwn) throw new NotFound()
  return request
}

/** Everything that is signed, checked: open, filled in, agreed, and the name typed. */
async function prepare(tx: Tx, signing: Signing, ip: string) {
  const { body, now } = signing
  const request = await requestToSign(tx, signing)
  orRefuse(checkOpen(request, request.waiver_id !== null, now))
  const about = orNotFound(await findWaiverRegistration(tx, request.registration_id))
  const { form, self } = await formToSign(tx, signing, request, about)
  orRefuse(checkSignature({ agreed: body.agreed, signature: body.signature, signer: signerOf(form, self) }))
  // Kept as it was typed, as the seal covers it.
  const signer_name = body.signature.trim()
  const { waiver, version, text } = request
  const document: SignedDocument = { waiver, version, text, form, signature: signer_name, signed_at: now, ip }
  return { document, about, form, is_self: self, signer_name, parent_relationship: form.parent_relationship }
}

const genderFacts = async (tx: Tx) => ({ gender_ids: (await listGenders(tx)).map(({ id }) => id) })

type Request = Awaited<ReturnType<typeof requestToSign>>
type FilledForm = { form: WaiverForm; self: boolean }

async function formToSign(
  tx: Tx,
  { body, now }: Signing,
  request: Request,
  about: WaiverRegistration,
): Promise<FilledForm> {
  const form = body.person ?? request.form
  if (!form) throw new Refused({ code: 'waiver.not_filled_in' })
  const self = body.person ? (body.self ?? false) : (request.is_self ?? false)
  const person = orNotFound(await findFilledPerson(tx, request.person_id, about.user_id))
  const age = ageFacts(about, await settingsOf(tx, about), now)
  const facts = { self, birthdate: person.birthdate, ...age, ...(await genderFacts(tx)) }
  orRefuse(checkEntry(waiverErrors(form, facts)))
  return { form: keptForm(form, self), self }
}

type SignedCopy = {
  about: WaiverRegistration
  request: Request
  form: WaiverForm
  is_self: boolean
  signed_at: Instant
}

/** Mails the signed waiver to the address that the signer gave in the form, once per signature. WAIV-026. */
const mailCopy = (tx: Tx, { about, request, form, is_self, signed_at }: SignedCopy) =>
  sendMail(
    tx,
    {
      to: signerEmail(form, is_self),
      template: 'waiver_signed',
      registration_id: about.id,
      dedupe_key: copyKey(request.id),
      attachments: [{ name: 'signed-waiver.pdf', content_type: 'application/pdf', document: 'waiver', id: request.id }],
    },
    signedWaiverLetter({
      ...about,
      ...{ name: `${request.fname} ${request.lname}`, waiver: request.waiver, self: is_self },
      ...{ signer: signerOf(form, is_self), signed_at },
    }),
    signed_at,
  )
