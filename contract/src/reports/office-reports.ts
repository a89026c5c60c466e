import { cityReportNames, cityReports } from '@callboard/domain/reports/city-report.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idInPath, listOf, pageQuery } from '../fields.ts'

const params = z.object({ name: z.enum(cityReportNames) })
const mostColumns = Math.max(...Object.values(cityReports).map(({ columns }) => columns.length))
const ofCity = z.object({ tour_date_id: idInPath })

export const readCityReport = endpoint({
  summary: 'A report of a city, a page at a time: its registrations, waivers, music, or everyone who takes part',
  catalogue: 'C115',
  method: 'GET',
  path: '/v1/office/reports/{name}',
  auth: 'office',
  params,
  query: pageQuery.extend({
    ...ofCity.shape,
    /** The number of a column of the report, the first is 1; without it the order its spreadsheet has. */
    sort: z.coerce.number<string | number>().int().min(1).max(mostColumns).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.object({
    event: z.string(),
    city: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    columns: listOf(z.object({ header: z.string(), align: z.literal('end').optional() })),
    /** Cells in the order of the columns, as they are read. */
    rows: listOf(listOf(z.string())),
    total: z.int(),
    next: z.int().nullable(),
  }),
  example: ({ completed }) => ({ params: { name: 'rosters' }, query: { tour_date_id: completed.tour_date_id } }),
})

export const readCityReportFile = endpoint({
  summary: 'A report of a city as a spreadsheet, whole',
  catalogue: 'C115',
  method: 'GET',
  path: '/v1/office/reports/{name}/csv',
  auth: 'office',
  params,
  query: ofCity,
  reply: z.unknown(),
  answers: 'file',
  example: ({ completed }) => ({ params: { name: 'waivers' }, query: { tour_date_id: completed.tour_date_id } }),
})

export const officeReportEndpoints = { readCityReport, readCityReportFile }
