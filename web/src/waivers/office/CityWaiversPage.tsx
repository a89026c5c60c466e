import { explain } from '@callboard/domain/refusals.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { DayRange } from '../../ui/Day.tsx'
import { confirm, notice } from '../../ui/dialogs.ts'
import { Link } from '../../ui/Link.tsx'
import { toast } from '../../ui/toasts.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { missingColumns, signedColumns, type CityWaiver } from './city-waiver-columns.tsx'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useOfficeList, useSearchParams } from '../../ui/use-search-params.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const PaperWaiverDialog = lazy(() =>
  import('./PaperWaiverDialog.tsx').then((file) => ({ default: file.PaperWaiverDialog })),
)
const WaiverProofDialog = lazy(() =>
  import('./WaiverProofDialog.tsx').then((file) => ({ default: file.WaiverProofDialog })),
)

const route = 'GET /v1/office/tour-dates/{id}/waivers'
const pageSize = 50
type State = 'missing' | 'signed'
type Sort = 'registrant' | 'name' | 'asked' | 'signed'
type SearchParams = { state?: State; q?: string | number; sort?: Sort; order?: 'asc' | 'desc'; page?: number }
type CityWaiverDialogState = { kind: 'paper'; row: CityWaiver } | { kind: 'proof'; request_id: number }

/** Lists signed and missing waivers of a city. OFF-035, OFF-043. */
export function CityWaiversPage() {
  const id = useIdInPath()
  const [{ state = 'missing' }] = useSearchParams<SearchParams>()
  const { list, show, query } = useOfficeList<SearchParams>({ sort: 'registrant', order: 'asc' })
  const answer = useRead(route, { params: { id }, query: { state, per_page: pageSize, ...query } }, { keepsPage: true })
  const { data } = answer
  const [openDialog, setOpenDialog] = useState<CityWaiverDialogState | null>(null)
  const acts = useActs(id, setOpenDialog)
  const zone = data?.time_zone ?? 'UTC'
  const past = data?.past ?? false
  const columns = useMemo(
    () => (state === 'missing' ? missingColumns({ zone, past, ...acts }) : signedColumns({ zone, past, ...acts })),
    [state, zone, past, acts],
  )
  const all = data ? data.missing + data.signed : 0
  return (
    <OfficeList
      title={data ? `Waivers for ${data.city}` : 'Waivers'}
      above={data?.event}
      about={
        data && (
          <>
            <DayRange from={data.start_date} to={data.end_date} />.{' '}
            {all === 0
              ? 'No one is registered yet.'
              : `${data.signed.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} are signed.`}{' '}
            {past && data.missing > 0 && `${explain({ code: 'waiver.event_over' })} `}
            <Link to={paths.officeAt('waivers')}>Waiver types and their texts</Link>
          </>
        )
      }
      nav={<CityNav id={id} />}
      actions={data && data.missing > 0 && !past && <RemindAll id={id} missing={data.missing} />}
      list={list}
      search="Person or registrant"
      isFiltered={false}
      filters={
        data && (
          <SegmentedControl
            size="sm"
            aria-label="Which waivers"
            value={state}
            onChange={(next) => show({ state: next as State, sort: undefined, order: undefined })}
            data={[
              { value: 'missing', label: `Missing (${data.missing.toLocaleString('en-US')})` },
              { value: 'signed', label: `Signed (${data.signed.toLocaleString('en-US')})` },
            ]}
          />
        )
      }
      answer={{ ...answer, data: data && { ...data, at_least: data.total } }}
      pageSize={pageSize}
      columns={columns}
      rowKey={({ registration_id, person_id, waiver_type_id }) => `${registration_id}/${person_id}/${waiver_type_id}`}
      rowName={({ name }) => name}
      empty={{ title: empty[state][0], text: empty[state][1] }}
      noMatch={{ title: 'No one matches', text: 'Try fewer letters.' }}
    >
      <Suspense fallback={null}>
        {openDialog?.kind === 'paper' && data && (
          <PaperWaiverDialog row={openDialog.row} facts={data} onClose={() => setOpenDialog(null)} />
        )}
        {openDialog?.kind === 'proof' && (
          <WaiverProofDialog id={openDialog.request_id} onClose={() => setOpenDialog(null)} />
        )}
      </Suspense>
    </OfficeList>
  )
}

const empty: Record<State, readonly [string, string]> = {
  missing: ['Nothing is missing', 'Everyone in this city who needs a waiver has signed it.'],
  signed: ['Nothing is signed yet', 'Waivers signed online or recorded from paper appear here.'],
}

/** Undoing, and what opens a dialog. */
function useActs(id: number, onOpen: (openDialog: CityWaiverDialogState) => void) {
  const { mutateAsync: undo } = useAct('DELETE /v1/office/waivers/{id}', { refreshes: [route], failure: 'in place' })
  const { mutate: remind } = useAct('POST /v1/office/tour-dates/{id}/waivers/reminders', {
    refreshes: [route],
    onSuccess: saySent,
  })
  return useMemo(
    () => ({
      onPaper: (row: CityWaiver) => onOpen({ kind: 'paper', row }),
      onSee: (request_id: number) => onOpen({ kind: 'proof', request_id }),
      onRemind: (row: CityWaiver) =>
        void confirm({
          title: `Remind ${row.registrant}?`,
          message: `Everyone in this registration who hasn’t signed gets an email with their own link. Anyone reminded within the last day is skipped.`,
          yes: 'Yes, send the emails',
          no: 'Not now',
          consequence: 'outgoing',
        }).then((yes) => yes && remind({ params: { id }, body: { registration_id: row.registration_id } })),
      onUndo: (row: CityWaiver) =>
        void confirm({
          title: `Undo the waiver of ${row.name}?`,
          message: row.on_paper
            ? 'It counts as missing again. The audit log keeps a record.'
            : 'It has to be signed again, and what was filled in is deleted. Save the PDF first if it may be needed.',
          yes: 'Yes, undo it',
          no: 'No, keep it',
          consequence: 'loss',
          act: () => undo({ params: { id: row.request_id ?? 0 } }),
        }).then((isConfirmed) => isConfirmed && toast('Waiver undone')),
    }),
    [id, onOpen, remind, undo],
  )
}

const mails = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'email' : 'emails'}`

function saySent({ sent, recently, unknown, without }: Reply<'POST /v1/office/tour-dates/{id}/waivers/reminders'>) {
  if (recently === 0 && unknown === 0) return toast(`${mails(sent)} sent`)
  const others = unknown - without.length
  return void notice({
    title: sent > 0 ? `${mails(sent)} sent` : 'Nothing was sent',
    message: [
      ...(recently > 0 ? [`${recently} were reminded within the last day.`] : []),
      ...(unknown > 0
        ? [`We have no email address for ${without.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`]
        : []),
    ].join('\n'),
  })
}

function RemindAll({ id, missing }: { id: number; missing: number }) {
  const body = {}
  return (
    <Button
      onClick={() =>
        void confirm({
          title: 'Remind everyone who hasn’t signed?',
          message: `${missing.toLocaleString('en-US')} waivers are missing. Each person gets an email with their own link, at the address their studio entered. Anyone reminded within the last day is skipped.`,
          yes: 'Yes, send the emails',
          no: 'Not now',
          consequence: 'outgoing',
          act: () => call('POST /v1/office/tour-dates/{id}/waivers/reminders', { params: { id }, body }).then(saySent),
        })
      }
    >
      Remind everyone who hasn’t signed
    </Button>
  )
}
