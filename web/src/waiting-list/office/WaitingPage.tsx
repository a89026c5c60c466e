import { Button, Textarea } from '@mantine/core'
import { placeText } from '@callboard/domain/waiting-list/queue.ts'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { momentText } from '../../ui/Day.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { TwoLines } from '../../ui/ListCells.tsx'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { useWholeList, wholeListPage } from '../../shell/use-whole-list.ts'
import { toast } from '../../ui/toasts.ts'
import styles from '../../ui/Office.module.css'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type Page = Reply<'GET /v1/office/waiting-list'>
type Entry = Page['entries'][number]
/** An entry with its place in the line. */
type Line = Entry & { index: number }
type SearchParams = { city?: number; q?: string | number; sort?: string; order?: 'asc' | 'desc'; page?: number }
type WaitingAction =
  | { kind: 'approve' | 'refuse'; entry: Entry; part: { kind: 'routine' | 'person'; id: number }; name: string }
  | { kind: 'move'; entry: Entry }

const refreshes = ['GET /v1/office/waiting-list', 'GET /v1/office/registrations/{id}'] as const
const nameOf = ({ studio, owner }: Entry) => studio ?? owner
const partsOf = ({ routines, people }: Entry) => [
  ...routines.map(({ id, name, category }) => ({ kind: 'routine' as const, id, name, of: category })),
  ...people.map(({ id, name, level }) => ({ kind: 'person' as const, id, name, of: level })),
]
/** The parts of an entry: routines with their added people, or single people. */
const decidedParts = (entry: Entry) =>
  partsOf(entry).filter(({ kind }) => kind === 'routine' || entry.routines.length === 0)
const titleOf = (entry: Entry) =>
  partsOf(entry)
    .map(({ name }) => name)
    .join(', ')

/** The line of each city: who waits for what, since when, and the office's word on it. OFF-024. */
export function WaitingPage() {
  const [{ city }] = useSearchParams<SearchParams>()
  const [act, setAct] = useState<WaitingAction>()
  const answer = useRead(
    'GET /v1/office/waiting-list',
    { query: city ? { tour_date_id: city } : {} },
    { keepsPage: true },
  )
  const { tour_date_id, cities = [], entries } = answer.data ?? {}
  const selectedCity = cities.find((one) => one.tour_date_id === tour_date_id)
  const zone = selectedCity?.time_zone ?? 'UTC'
  const rows = useMemo(() => entries?.map((entry, index) => ({ ...entry, index })), [entries])
  const columns = useMemo(() => columnsOf(zone, setAct), [zone])
  const { list, show, data } = useWholeList<SearchParams, Line>(rows, columns, { sort: 'standing', order: 'asc' })
  return (
    <OfficeList
      title="Waiting list"
      about={`A free place is offered to the first in line that fits. Approving, refusing and moving require a reason.${
        selectedCity && !selectedCity.open ? ' This list is closed: only the office puts entries on it.' : ''
      }`}
      list={list}
      search="Studio, email, routine or person"
      filters={
        selectedCity && (
          <SelectField
            label="City"
            name="city"
            value={selectedCity.tour_date_id}
            options={cities.map((one) => ({ value: one.tour_date_id, label: cityText(one) }))}
            onChange={(next) => next && show({ city: next })}
            error={undefined}
          />
        )
      }
      answer={{ ...answer, data }}
      pageSize={wholeListPage}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={(entry) => `${nameOf(entry)}: ${titleOf(entry)}`}
      empty={
        answer.data && !selectedCity
          ? {
              title: 'No waiting lists yet',
              text: 'Studios can join a waiting list once a city’s places are gone. Turn it on in the settings of a city.',
            }
          : {
              title: 'No one is waiting',
              text: 'Routines and people who wait for a place in this city appear in their order.',
            }
      }
      noMatch={{ title: 'No one matches', text: 'Try fewer letters.' }}
    >
      {act && <ActDialog act={act} line={entries ?? []} onClose={() => setAct(undefined)} />}
    </OfficeList>
  )
}

const cityText = ({ event, city, waiting, offered }: Page['cities'][number]) =>
  `${event} ${city}: ${waiting} waiting${offered > 0 ? `, ${offered} offered` : ''}`

const columnsOf = (zone: string, onAct: (act: WaitingAction) => void): readonly Column<Line>[] => [
  {
    key: 'studio',
    header: 'Studio',
    sort: nameOf,
    text: (entry) => `${nameOf(entry)} ${entry.email}`,
    width: 'minmax(0, 1.6fr)',
    cell: (entry) => (
      <TwoLines second={`${entry.completed ? 'Completed' : 'In progress'} · ${entry.email}`}>
        <Link to={paths.officeAt(`registrations/${entry.registration_id}`)} className={styles['name']}>
          {nameOf(entry)}
        </Link>
      </TwoLines>
    ),
  },
  {
    key: 'routines',
    header: 'Who or what',
    sort: titleOf,
    width: 'minmax(0, 2fr)',
    cell: (entry) => (
      <span>
        {partsOf(entry).map(({ kind, id, name, of }) => (
          <span key={`${kind}-${id}`} style={{ display: 'block' }}>
            {kind === 'person' && entry.routines.length > 0 && 'with '}
            {name} <span style={{ color: 'var(--quiet)' }}>{of}</span>
          </span>
        ))}
        {decidedParts(entry).length > 1 && (
          <span className={styles['second']}>{entry.takes_part ? 'As many as fit' : 'All or none'}</span>
        )}
      </span>
    ),
  },
  {
    key: 'standing',
    header: 'Standing',
    sort: ({ index }) => index,
    width: 'minmax(0, 1.8fr)',
    cell: ({ state, place, why, offer_ends }) => (
      <span>
        <StatusBadge state={state === 'waiting' ? 'idle' : 'standby'}>
          {state === 'waiting' ? placeText(place) : state === 'offered' ? 'Offered' : 'Accepted'}
        </StatusBadge>
        <span className={styles['second']}>
          {state === 'waiting' || !offer_ends ? why : `until ${momentText({ at: offer_ends, zone })}`}
        </span>
      </span>
    ),
  },
  {
    key: 'since',
    header: 'Since',
    sort: ({ joined_at }) => joined_at,
    width: '168px',
    cell: ({ joined_at }) => momentText({ at: joined_at, zone }),
  },
  {
    key: 'acts',
    header: 'Decide',
    width: '220px',
    cell: (entry) => <Acts entry={entry} onAct={onAct} />,
  },
]

function Acts({ entry, onAct }: { entry: Entry; onAct: (act: WaitingAction) => void }) {
  if (entry.state === 'accepted') return null
  const parts = decidedParts(entry)
  const single = parts.length === 1 || entry.state === 'waiting'
  return (
    <span className={styles['pair']} data-wide>
      {single &&
        parts.map(({ kind, id, name }) => (
          <span key={`${kind}-${id}`} className={styles['pair']}>
            {parts.length > 1 && (
              // Of several in a row each has the buttons below its own name.
              <span style={{ flexBasis: '100%' }} aria-hidden>
                {name}
              </span>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Approve ${name}`}
              onClick={() => onAct({ kind: 'approve', entry, part: { kind, id }, name })}
            >
              Approve
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              c="var(--quiet)"
              aria-label={`Refuse ${name}`}
              onClick={() => onAct({ kind: 'refuse', entry, part: { kind, id }, name })}
            >
              Refuse
            </Button>
          </span>
        ))}
      {entry.state === 'waiting' && (
        <Button
          size="compact-sm"
          variant="subtle"
          c="var(--quiet)"
          aria-label={`Move ${titleOf(entry)}`}
          onClick={() => onAct({ kind: 'move', entry })}
        >
          Move
        </Button>
      )}
    </span>
  )
}

type ActDialogProps = { act: WaitingAction; line: readonly Entry[]; onClose: () => void }

const words = {
  approve: { submit: 'Approve', done: 'Approved', sentence: 'gets in ahead of the line, and the fee is due.' },
  refuse: {
    submit: 'Refuse',
    done: 'Refused',
    sentence: 'is removed from the list. Your reason is emailed to the owner.',
  },
}

function ActDialog({ act, line, onClose }: ActDialogProps) {
  const formDraft = useDraft('waiting-list/act', act.kind, act.entry.id)
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const [before, setBefore] = useDraftState<number | null>(formDraft, 'before', null)
  const closeWithToast = (message: string) => () => {
    formDraft.clear()
    toast(message)
    onClose()
  }
  const deciding = useAct('PUT /v1/office/waiting-list/{routine_id}', {
    refreshes,
    failure: 'in place',
    onSuccess: closeWithToast(act.kind === 'move' ? '' : words[act.kind].done),
  })
  const decidingPerson = useAct('PUT /v1/office/waiting-people/{id}', {
    refreshes,
    failure: 'in place',
    onSuccess: closeWithToast(act.kind === 'move' ? '' : words[act.kind].done),
  })
  const moving = useAct('PUT /v1/office/waiting-entries/{id}/place', {
    refreshes,
    failure: 'in place',
    onSuccess: closeWithToast('Moved'),
  })
  const others = line.filter(({ id, state }) => state === 'waiting' && id !== act.entry.id)
  const submit = () => {
    if (act.kind === 'move') return moving.mutate({ params: { id: act.entry.id }, body: { before, reason } })
    const { kind, id } = act.part
    const body = { decision: act.kind, reason }
    if (kind === 'person') decidingPerson.mutate({ params: { id }, body })
    else deciding.mutate({ params: { routine_id: id }, body })
  }
  const title = act.kind === 'move' ? `Move ${titleOf(act.entry)}` : `${words[act.kind].submit} ${act.name}`
  return (
    <FormDialog
      draft={formDraft}
      title={title}
      error={deciding.error ?? decidingPerson.error ?? moving.error}
      pending={deciding.isPending || decidingPerson.isPending || moving.isPending}
      onSubmit={submit}
      onClose={onClose}
      submit={act.kind === 'move' ? 'Move' : words[act.kind].submit}
    >
      {act.kind === 'move' ? (
        <SelectField
          label="Put it before"
          name="before"
          value={before ?? 0}
          options={[
            ...others.map((one) => ({ value: one.id, label: `${nameOf(one)}: ${titleOf(one)}` })),
            { value: 0, label: 'No one: end of the line' },
          ]}
          onChange={(next) => setBefore(next || null)}
          error={undefined}
        />
      ) : (
        <p style={{ margin: 0 }}>
          {act.name} of {nameOf(act.entry)} {words[act.kind].sentence}
        </p>
      )}
      <Textarea
        label="Reason"
        name="reason"
        autosize
        minRows={2}
        maxLength={400}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
