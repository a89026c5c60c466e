import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const boundary = 'callboard-example'
/** A form with the number of the registration and a file that begins as a PDF does. */
const form = (registration_id: number) =>
  [
    `--${boundary}`,
    'content-disposition: form-data; name="registration_id"',
    '',
    String(registration_id),
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="donation.pdf"',
    'content-type: application/pdf',
    '',
    '%PDF-1.4\n%%EOF',
    `--${boundary}--`,
    '',
  ].join('\r\n')

export const saveScholarshipDonation = endpoint({
  summary: 'Send the form of a scholarship donation along with a registration; one sent before is replaced',
  catalogue: 'C045',
  method: 'POST',
  path: '/v1/mybtf/registration/scholarship-donation',
  auth: 'user',
  /** The handler reads the form as a stream; `file` is an image or a PDF. */
  body: z.unknown(),
  form: { registration_id: 'id', file: 'file' },
  reply: z.object({ id: z.int() }),
  refusals: ['required', 'file.invalid', 'file.too_large', 'donation.not_here'],
  example: ({ nationals }) => ({
    body: form(nationals.registration_id),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }),
})

export const scholarshipDonationEndpoints = { saveScholarshipDonation }
