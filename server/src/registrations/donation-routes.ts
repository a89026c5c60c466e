import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { saveScholarshipDonation } from '@callboard/contract/registrations/scholarship-donations.ts'
import { paperEndings } from '@callboard/domain/kernel/files.ts'
import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertFile } from '../platform/files/queries.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { guardText } from '../platform/http/guard-body.ts'
import { servePhases, type App } from '../platform/http/serve.ts'
import { addJob } from '../platform/queue/queue.ts'
import { checkSize, checkType, limitOf } from '../platform/files/file-kinds.ts'
import { findOwnRegistration } from './queries.ts'
import { findTourDate } from '../tours/queries.ts'
import { replaceDonation } from './donation-queries.ts'

type Form = { registration_id: number; name: string; content: Buffer }

const extensions: ReadonlyMap<string, string> = new Map(Object.entries(paperEndings))

/** The parts of the form, in whichever order they come; a form that is none is refused as a file that is none. */
async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new Refused({ code: 'file.invalid', field: 'file' })
  let registration_id = 0
  let file: { name: string; content: Buffer } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        guardText(part.filename)
        file = { name: part.filename.slice(-150), content: await part.toBuffer() }
      } else if (part.fieldname === 'registration_id' && typeof part.value === 'string') {
        registration_id = /^\d{1,9}$/.test(part.value) ? Number(part.value) : 0
      }
    }
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE'
    throw new Refused(
      isTooLarge ? { code: 'file.too_large', field: 'file', kind: 'image' } : { code: 'file.invalid', field: 'file' },
    )
  }
  if (registration_id === 0) throw new Refused({ code: 'required', field: 'registration_id' })
  if (!file) throw new Refused({ code: 'required', field: 'file' })
  return { registration_id, ...file }
}

/** Takes the form of a donation and marks its registration. API-043, A95. */
export function scholarshipDonationRoutes(app: App) {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 5, parts: 6, fileSize: limitOf('donation') } })

    // The scope inherits the parts of the app.
    servePhases(scope as unknown as App, saveScholarshipDonation, async (db, { request, user, now }) => {
      const { registration_id, name, content } = await readForm(request)
      orRefuse(checkSize(content.length, 'donation'))
      const content_type = orRefuse(checkType(content, 'donation'))
      const owned = async () =>
        inTransaction(db, async (tx) => {
          const { registration } = orNotFound(await findOwnRegistration(tx, registration_id, user.id))
          return orNotFound(await findTourDate(tx, registration.tour_date_id))
        })
      const tour_date = await owned()
      if (!tour_date.event.is_nationals) throw new Refused({ code: 'donation.not_here' })

      const place = `scholarship-donations/${tour_date.id}/${registration_id}`
      const key = `${place}/${randomUUID()}.${extensions.get(content_type) ?? 'pdf'}`
      const file = { key, size: content.length, content_type, registration_id, owner_user_id: user.id, created: now }
      // Recorded first: of a save that fails later the nightly clean-up finds the file.
      await inTransaction(db, (tx) => insertFile(tx, file))
      await app.files.put(key, Readable.from([content]), content_type)
      return inTransaction(db, async (tx) => {
        const { id, replaced } = await replaceDonation(tx, { registration_id, key, name, created: now })
        if (replaced) await addJob(tx, 'delete_file', { key: replaced })
        return { id }
      })
    })
  })
}
