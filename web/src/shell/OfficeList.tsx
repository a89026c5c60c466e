import { Title } from '@mantine/core'
import { createContext, use, useMemo, type ReactNode, type Ref } from 'react'
import type { RowKey } from '../ui/DataRow.tsx'
import type { Column } from '../ui/data-columns.ts'
import { DataRows } from '../ui/DataRows.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Pager } from '../ui/Pager.tsx'
import styles from '../ui/Office.module.css'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import type { ListState } from '../ui/use-search-params.ts'
import { LoadError } from './ErrorPage.tsx'

/** The result of `useRead`. */
type ListReply<Data> = {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
  isPlaceholderData?: boolean
}

type FrameProps<Data> = {
  title: string
  /** Below the title of another page, as a part of it. */
  isPart?: boolean
  /** Context of the page: the event of a city. */
  above?: ReactNode
  /** A sentence or two below the title. */
  about: ReactNode
  /** Between the title and the filters: the places of a city. */
  nav?: ReactNode
  actions?: ReactNode
  /** Search and filters, above the rows. */
  filters?: ReactNode
  answer: ListReply<Data>
  skeleton: { rows?: number; columns: number }
  children: (data: Data) => ReactNode
}

/** The frame of a page of the office that reads one thing: title, filters, then rows, a skeleton or the error. */
export function OfficeFrame<Data>(props: FrameProps<Data>) {
  const { title, isPart = false, above, about, nav, actions, filters, answer, skeleton, children } = props
  const { data, error, refetch } = answer
  return (
    <div className={styles['stack']}>
      {isPart ? (
        <div className={styles['tight']}>
          <Title order={2}>{title}</Title>
          <div>{about}</div>
        </div>
      ) : (
        <PageHeader title={title} above={above} actions={actions}>
          {about}
        </PageHeader>
      )}
      {nav}
      {filters && <search className={styles['filters']}>{filters}</search>}
      {Boolean(error) && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <RowsSkeleton rows={skeleton.rows ?? 8} columns={skeleton.columns} />}
      {data !== undefined && children(data)}
    </div>
  )
}

type ExportedList = { list: 'entries' | 'registrations'; filters: Readonly<Record<string, string | number>> }

/** Tools of every list, which the desk passes in: saved views, and the button that saves an export. */
export const ListTools = createContext<{
  views: ReactNode
  exportButton: (exportedList: ExportedList) => ReactNode
} | null>(null)

type EmptyText = { title: string; text: string }

/** The saved views of a list that is drawn by a page of its own: search, filters and order in its address, by name. */
export const ListViews = (): ReactNode => use(ListTools)?.views ?? null

/** A page of rows: `next` where nobody counts them, `at_least` and `total` where the server counts. */
type RowsPage<Row> = {
  rows: readonly Row[]
  next?: number | null
  at_least?: number
  total?: number | null
}

type OfficeListProps<Row> = Omit<FrameProps<RowsPage<Row>>, 'children' | 'skeleton'> & {
  /** From `useOfficeList`: search, order and page, which the address keeps. */
  list: ListState
  /** Placeholder that names the searched fields. Without it the list has no search. */
  search?: string
  /** Longest text that may be searched for. */
  searchLength?: number
  searchRef?: Ref<HTMLInputElement>
  /** A filter besides the search is set. */
  isFiltered?: boolean
  /** Rows of a page, for lists that the server counts. */
  pageSize?: number
  /** Must keep its identity between renders. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => RowKey
  rowName: (row: Row) => string
  empty: EmptyText
  /** Shown when a search or filter finds nothing; `empty` when left out. */
  noMatch?: EmptyText
  /** Labels of the buttons to other pages, where rows are not sorted by age. */
  pageWords?: { before: string; after: string }
  /** Its export can be saved by name, with these filters. */
  exportOf?: ExportedList
  /** Dialogs of the page. */
  children?: ReactNode
}

/** A list of the office: searched, filtered, sorted and cut into pages by the server, all kept in the address. */
export function OfficeList<Row extends object>(props: OfficeListProps<Row>) {
  const { list, search, searchLength = 80, searchRef, filters, isFiltered = false, pageSize, columns } = props
  const {
    title,
    isPart = false,
    above,
    nav,
    about,
    actions,
    answer,
    rowKey,
    rowName,
    empty,
    noMatch = empty,
    pageWords,
    exportOf,
    children,
  } = props
  const { page, searchText, setSearchText, order, showPage } = list
  // In the browser a page alone would be in order, not the list.
  const visibleColumns = useMemo(
    () => (order ? columns : columns.map(({ sort: _, ...column }) => column)),
    [order, columns],
  )
  const { title: emptyTitle, text: emptyText } = isFiltered || searchText ? noMatch : empty
  const hasFilters = search !== undefined || filters !== undefined
  const tools = use(ListTools)
  // A part of another page shares the address with it.
  const views = !isPart && tools?.views
  return (
    <>
      <OfficeFrame
        title={title}
        isPart={isPart}
        above={above}
        nav={nav}
        about={about}
        actions={
          exportOf && tools ? (
            <span className={styles['acts']}>
              {tools.exportButton(exportOf)}
              {actions}
            </span>
          ) : (
            actions
          )
        }
        answer={answer}
        skeleton={{ columns: columns.length }}
        filters={
          (hasFilters || views) && (
            <>
              {search !== undefined && (
                <SearchField
                  ref={searchRef ?? null}
                  value={searchText}
                  placeholder={search}
                  maxLength={searchLength}
                  onChange={setSearchText}
                />
              )}
              {filters}
              {views}
            </>
          )
        }
      >
        {({ rows, next, at_least: total, total: exactTotal }) => (
          <div className={styles['stack']} aria-busy={answer.isPlaceholderData ?? false}>
            <DataRows
              label={title}
              rows={rows}
              rowKey={rowKey}
              rowName={rowName}
              columns={visibleColumns}
              filter={false}
              {...(order && { order })}
              {...(total !== undefined &&
                pageSize !== undefined && {
                  pages: { page, pageSize, total, more: exactTotal === null, onPage: showPage },
                })}
              empty={
                <Panel>
                  <Empty level={2} title={emptyTitle}>
                    {emptyText}
                  </Empty>
                </Panel>
              }
            />
            {next !== undefined && (
              <Pager page={page} more={next !== null} onPage={showPage} {...(pageWords && { words: pageWords })} />
            )}
          </div>
        )}
      </OfficeFrame>
      {children}
    </>
  )
}
