import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { auditActions } from '@callboard/domain/platform/audit-actions.ts'
import { useRead } from '../../api/use-call.ts'
import { ListViews, OfficeFrame } from '../../shell/OfficeList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'
import { AuditList } from './AuditList.tsx'

type Action = (typeof auditActions)[number]
type SearchParams = { q?: string | number; actor?: number; action?: Action; day?: CalendarDate; page?: number }

const actionOptions = auditActions
  .toSorted((one, other) => one.localeCompare(other))
  .map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** Everything the office changed, newest first: searched, filtered by person, action and day. OFF-051. */
export function AuditPage() {
  const { list, params, show, query } = useOfficeList<SearchParams>()
  const { actor, action, day } = params
  const isFiltered = Boolean(actor ?? action ?? day ?? query.q)
  const answer = useRead(
    'GET /v1/office/audit',
    { query: { ...query, ...(actor && { actor }), ...(action && { action }), ...(day && { day }) } },
    { keepsPage: true },
  )
  return (
    <OfficeFrame
      title="Audit"
      about="Who changed what and when, with the value before it."
      answer={answer}
      skeleton={{ rows: 10, columns: 2 }}
      filters={
        <>
          <SearchField value={list.searchText} placeholder="Name, action or number" onChange={list.setSearchText} />
          <SelectField
            label="Person"
            value={actor ?? null}
            options={(answer.data?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            any="Everyone"
            error={undefined}
            onChange={(next) => show({ actor: next ?? undefined })}
          />
          <SelectField
            label="Action"
            value={action ?? null}
            options={actionOptions}
            any="Every action"
            error={undefined}
            onChange={(next) => show({ action: next ?? undefined })}
          />
          <TextField
            type="date"
            label="Day"
            value={day ?? ''}
            error={undefined}
            // The cast: the browser's field has a day or nothing.
            onChange={(next) => show({ day: (next || undefined) as CalendarDate | undefined })}
          />
          <ListViews />
        </>
      }
    >
      {({ rows, next }) => (
        <>
          <Panel flush>
            {rows.length === 0 && isFiltered ? (
              <Empty level={2} title="No change matches">
                Try another person, action or day.
              </Empty>
            ) : (
              <AuditList rows={rows} />
            )}
          </Panel>
          <Pager page={list.page} more={next !== null} onPage={list.showPage} />
        </>
      )}
    </OfficeFrame>
  )
}
