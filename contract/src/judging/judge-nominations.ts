import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, listOf } from '../fields.ts'
import { numberedEntry } from '../running-order/running-order.ts'

export const readJudgeNominations = endpoint({
  summary: 'The entries that judges nominate for the awards of their choice, most named first; the office picks',
  method: 'GET',
  path: '/v1/office/judge-nominations',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: z.object({
    awards: listOf(
      z.object({
        id: z.int(),
        name: z.string(),
        entries: listOf(
          numberedEntry.extend({
            /** Positions of the judges who name it. */
            judges: listOf(z.int()),
          }),
        ),
      }),
    ),
  }),
  example: ({ judging }) => ({ query: { tour_date_id: judging.tour_date_id } }),
})

export const judgeNominationEndpoints = { readJudgeNominations }
