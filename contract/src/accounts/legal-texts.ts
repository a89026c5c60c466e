import { legalTextNames } from '@callboard/domain/accounts/legal-text.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, instantField, listOf } from '../fields.ts'

const params = z.object({ name: z.enum(legalTextNames) })

const currentText = z.object({
  name: z.enum(legalTextNames),
  version: z.int(),
  /** A line that begins with '# ' is a heading, an empty line begins a new paragraph. */
  text: z.string(),
  /** The day it was last changed. */
  since: calendarDateField,
})

const officeText = currentText.extend({
  /** How often it was agreed to, in this version. */
  agreed: z.int(),
  /** Names or fees the text must state and does not, such as a fee that has changed since. */
  unsaid: listOf(z.string()),
})

export const readLegalText = endpoint({
  summary: 'The terms, the privacy page or the competition code as they are now',
  method: 'GET',
  path: '/v1/legal-texts/{name}',
  auth: 'public',
  params,
  reply: currentText,
  example: () => ({ params: { name: 'terms' } }),
})

export const listLegalTexts = endpoint({
  summary: 'Every legal text as it is now, how often it was agreed to, and what it lacks',
  method: 'GET',
  path: '/v1/office/legal-texts',
  auth: 'office',
  reply: z.object({ rows: listOf(officeText) }),
  example: () => ({}),
})

export const readLegalTextVersions = endpoint({
  summary: 'Every version of a legal text, the newest first',
  method: 'GET',
  path: '/v1/office/legal-texts/{name}/versions',
  auth: 'office',
  params,
  reply: z.object({
    rows: listOf(
      currentText.omit({ name: true }).extend({
        created: instantField,
        /** The author's name; null: the text the product came with, or the account is deleted. */
        by: z.string().nullable(),
        agreed: z.int(),
      }),
    ),
  }),
  example: () => ({ params: { name: 'terms' } }),
})

export const writeLegalText = endpoint({
  summary: 'New words of a legal text: a new version from today; who agreed before agreed to the older one',
  method: 'PUT',
  path: '/v1/office/legal-texts/{name}',
  auth: 'admin',
  params,
  body: z.object({
    text: z.string().max(40_000),
    /** The version that was changed. */
    version: z.int().positive(),
  }),
  reply: officeText,
  refusals: ['legal_text.empty', 'legal_text.same', 'legal_text.unsaid', 'legal_text.newer'],
  example: () => ({
    params: { name: 'competition_code' },
    body: { text: 'Music, costumes and movement suit a family audience. Be kind to each other.', version: 1 },
  }),
})

export const legalTextEndpoints = { readLegalText, listLegalTexts, readLegalTextVersions, writeLegalText }
