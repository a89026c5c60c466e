import { readCityReport, readCityReportFile } from '@callboard/contract/reports/office-reports.ts'
import { cityReports } from '@callboard/domain/reports/city-report.ts'
import { csvText } from '@callboard/domain/kernel/csv.ts'
import { findCityHead } from '../tours/city-queries.ts'
import { BadBody } from '../platform/http/guard-body.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { nextPage } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { loadReport } from './city-queries.ts'

/** Reports the office uses to run a city, as JSON and as spreadsheets. OFF-043. */
export function cityReportRoutes(app: App) {
  serve(app, readCityReport, async (tx, { params: { name }, query }) => {
    const { tour_date_id, sort = 1 } = query
    if (sort > cityReports[name].columns.length) throw new BadBody('This report has no such column.')
    const { time_zone: _, ...city } = orNotFound(await findCityHead(tx, tour_date_id))
    const columns = cityReports[name].columns.map(({ header, align }) => ({ header, ...(align && { align }) }))
    const report = await loadReport(tx, name, tour_date_id, query)
    return { ...city, columns, ...report, next: nextPage(report.total, query) }
  })

  serve(app, readCityReportFile, async (tx, { params: { name }, query: { tour_date_id }, reply }) => {
    orNotFound(await findCityHead(tx, tour_date_id))
    const { rows } = await loadReport(tx, name, tour_date_id)
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}-${tour_date_id}.csv"`)
    return csvText([cityReports[name].columns.map(({ header }) => header), ...rows])
  })
}
