import { cityReportNames, cityReports, type CityReport } from '@callboard/domain/reports/city-report.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import { address } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import type { Column } from '../../ui/data-columns.ts'
import { ListViews } from '../../shell/OfficeList.tsx'
import { DataRows } from '../../ui/DataRows.tsx'
import { DayRange } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EmailText } from '../../ui/ListCells.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { orderIn, useSearchParams } from '../../ui/use-search-params.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type ReportLine = { key: number; cells: readonly string[] }
type SearchParams = { report?: CityReport; sort?: number; order?: 'asc' | 'desc'; page?: number }
const pageSize = 50

/** Pixels that the longest word of a header takes at 13 px, with the arrow of its order: a header breaks between words. */
const headerWidth = (header: string) => 22 + 8 * Math.max(...header.split(' ').map(({ length }) => length))

const cellOf = (text: string) => (text.includes('@') ? <EmailText email={text} /> : text)

const columnsOf = (report: CityReport): readonly Column<ReportLine>[] =>
  cityReports[report].columns.map(({ header, align, short }, at) => ({
    // Columns are put in order by their numbers.
    key: String(at + 1),
    header,
    ...(align && { align }),
    width: short ? `${Math.max(align ? 84 : 112, headerWidth(header))}px` : `minmax(${headerWidth(header)}px, 1fr)`,
    sort: ({ cells }) => cells[at] ?? '',
    cell: ({ cells }) => cellOf(cells[at] || '–'),
  }))

/** The reports of a city: on the screen, and as spreadsheets. OFF-043. */
export function CityReportsPage() {
  const id = useIdInPath()
  const [{ report: reportParam, sort, order = 'asc', page = 1 }, show] = useSearchParams<SearchParams>()
  const report = cityReportNames.find((name) => name === reportParam) ?? 'registrations'
  const query = { tour_date_id: id, page, per_page: pageSize, order, ...(sort !== undefined && { sort }) }
  const asking = { params: { name: report }, query }
  const { data, error, refetch } = useRead('GET /v1/office/reports/{name}', asking, { keepsPage: true })
  const columns = useMemo(() => columnsOf(report), [report])
  const rows = useMemo(() => (data?.rows ?? []).map((cells, key) => ({ key, cells })), [data])
  // Until this report is here, the one before it may be.
  const here = data?.columns.every(({ header }, at) => header === columns[at]?.header)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={data ? `Reports for ${data.city}` : 'Reports'}
        above={data?.event}
        actions={
          <Button
            component="a"
            variant="default"
            href={address('/v1/office/reports/{name}/csv', { params: { name: report }, query: { tour_date_id: id } })}
            download
          >
            Download spreadsheet
          </Button>
        }
      >
        {data && <DayRange from={data.start_date} to={data.end_date} />}
      </PageHeader>
      <CityNav id={id} />
      <search className={styles['filters']}>
        <SegmentedControl
          size="sm"
          aria-label="Which report"
          value={report}
          onChange={(next) => show({ report: next as CityReport, sort: undefined, order: undefined })}
          data={cityReportNames.map((value) => ({ value, label: cityReports[value].title }))}
        />
        <ListViews />
      </search>
      {!here && <RowsSkeleton rows={10} columns={columns.length} />}
      {data && here && (
        <DataRows
          label={cityReports[report].title}
          rows={rows}
          rowKey={({ key }) => key}
          rowName={({ cells }) => cells.slice(0, 2).join(' ')}
          columns={columns}
          filter={false}
          order={orderIn({ sort: String(sort ?? ''), order }, (next) => show({ ...next, sort: Number(next.sort) }))}
          pages={{ page, pageSize, total: data.total, onPage: (next) => show({ page: next }) }}
          empty={
            <Panel>
              <Empty level={2} title="Nothing to report yet">
                Completed registrations of this city appear here.
              </Empty>
            </Panel>
          }
        />
      )}
    </div>
  )
}
