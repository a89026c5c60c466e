import { paperNames } from '@callboard/domain/results/papers.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, tokenField } from '../fields.ts'

const byToken = {
  params: z.object({ token: tokenField }),
  query: z.object({ format: z.enum(['html', 'pdf']).default('pdf') }),
  reply: z.unknown(),
  answers: 'file',
} as const

export const readScoreSheets = endpoint({
  summary: 'The score sheets of a registration that a report token opens, once critiques are released',
  catalogue: 'C083',
  method: 'GET',
  path: '/v1/reports/online-score-sheets/{token}',
  auth: 'public',
  ...byToken,
  refusals: ['critiques.not_released', 'critiques.none'],
  example: ({ judged }) => ({ params: { token: judged.report_token }, query: { format: 'html' } }),
})

export const readTourResults = endpoint({
  summary: 'The results of a registration that a report token opens, once they are released',
  catalogue: 'C084',
  method: 'GET',
  path: '/v1/reports/tour-results/{token}',
  auth: 'public',
  ...byToken,
  refusals: ['results.not_released'],
  example: ({ judged }) => ({ params: { token: judged.report_token }, query: { format: 'html' } }),
})

export const readResultPaper = endpoint({
  summary: 'A paper of a city’s confirmed results as PDF: certificates, labels of medals, the announcer’s script',
  method: 'GET',
  path: '/v1/office/result-papers/{name}',
  auth: 'office',
  params: z.object({ name: z.enum(paperNames) }),
  query: z.object({
    tour_date_id: idInPath,
    /** Of labels: the first one of the sheet that is used. */
    first_label: z.coerce.number<string | number>().int().min(1).max(30).default(1),
    /** Of labels: `false` leaves the dancer’s name out. */
    names: z.enum(['true', 'false']).default('true'),
  }),
  reply: z.unknown(),
  answers: 'file',
  refusals: ['release.no_papers'],
  example: ({ judged }) => ({ params: { name: 'labels' }, query: { tour_date_id: judged.tour_date_id } }),
})

export const paperEndpoints = { readScoreSheets, readTourResults, readResultPaper }
