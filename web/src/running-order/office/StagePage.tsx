import { foldName } from '@callboard/domain/kernel/fold-text.ts'
import { secondsBetween, type Instant } from '@callboard/domain/kernel/instant.ts'
import { isAhead, isOnStage, type OrderEntryState } from '@callboard/domain/running-order/entry-state.ts'
import { delayText, lastEnded, stageView } from '@callboard/domain/running-order/stage-view.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { useChanges } from '../../api/use-changes.ts'
import { callQuery } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { matching } from '../../ui/data-columns.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { useSearchParams, useSearchText } from '../../ui/use-search-params.ts'
import { watchStage } from '../watch-stage.ts'
import { DisplaysPanel } from './DisplaysPanel.tsx'
import styles from './Stage.module.css'
import { EntryTitle, StageList, type StageEntry, type StageListProps, type StateChange } from './StageList.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const route = 'GET /v1/office/stage'
type StageReply = Reply<typeof route>

/** The stage manager's page: on stage with a timer, the next three, every later entry, and those that are over. */
export function StagePage() {
  const tour_date_id = useIdInPath()
  const { data, error, refetch, pending, change: changeStage } = useChanges(route, { query: { tour_date_id } })
  const [{ stage: chosenStage }, show] = useSearchParams<{ stage?: number }>()
  useStageChanges(tour_date_id, data === undefined ? refetch : null)
  if (error?.code === 'order.unpublished') {
    return (
      <Panel>
        <Empty title="The running order is not published yet">
          Publish it first: <Link to={paths.officeAt(`tour-dates/${tour_date_id}/running-order`)}>Running order</Link>
        </Empty>
      </Panel>
    )
  }
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />

  async function change(changes: readonly StateChange[]) {
    if (!data) return
    const body = { tour_date_id, version: data.version, changes }
    await changeStage(() => call('PUT /v1/office/stage', { body }))
  }

  const stages = [...new Set(data.entries.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  // A link can name a stage that has no entry any more.
  const stage = stages.find((value) => value === chosenStage) ?? stages[0] ?? 1
  return (
    <div className={officeStyles['stack']}>
      <PageHeader title={`Stage in ${data.city}`} above={data.event}>
        <Link to={paths.officeAt(`tour-dates/${tour_date_id}/running-order`)}>Running order</Link>
      </PageHeader>
      {stages.length > 1 && (
        <SelectField
          label="Stage"
          name="stage"
          value={stage}
          options={stages.map((value) => ({ value, label: `Stage ${value}` }))}
          onChange={(next) => show({ stage: next ?? undefined })}
          error={undefined}
        />
      )}
      <StageBoard
        entries={data.entries.filter((entry) => entry.stage === stage)}
        zone={data.time_zone}
        now={data.now}
        pending={pending}
        onChange={(changes) => void change(changes)}
      />
      <DisplaysPanel tour_date_id={tour_date_id} />
    </div>
  )
}

/** Reads the stage again at each change of it while somebody looks at it, and at once when they come back to it. */
function useStageChanges(tour_date_id: number, readFirst: (() => unknown) | null) {
  const queries = useQueryClient()
  useEffect(() => {
    const read = async () => {
      if (readFirst) return void readFirst()
      // The browser asks with the tag of what it has, so an unchanged stage is not sent again.
      const stage = await call(route, { query: { tour_date_id, poll: 'true' } }).catch(() => null)
      // A change that was answered meanwhile is newer.
      queries.setQueryData<StageReply>(callQuery(route, { query: { tour_date_id } }).queryKey, (before) =>
        stage && before && stage.version >= before.version ? stage : before,
      )
    }
    const address = `/v1/office/stage/events?tour_date_id=${tour_date_id}`
    return watchStage({ address, onStage: () => void read(), poll: read })
  }, [queries, tour_date_id, readFirst])
}

type StageBoardProps = {
  entries: readonly StageEntry[]
  zone: string
  now: Instant
  pending: boolean
  onChange: (changes: readonly StateChange[]) => void
}

/** Changes that bring an entry from where it is to the stage. */
const toStage: Partial<Record<OrderEntryState, readonly OrderEntryState[]>> = {
  planned: ['checked_in', 'on_deck', 'on_stage'],
  checked_in: ['on_deck', 'on_stage'],
  on_deck: ['on_stage'],
}
const isPast = (entry: StageEntry) => !isAhead(entry) && !isOnStage(entry)

function StageBoard({ entries, zone, now, pending, onChange }: StageBoardProps) {
  const { current: onStage, next: nextEntries, late_minutes } = stageView(entries)
  const [next] = nextEntries
  const later = entries.filter((entry) => isAhead(entry) && !nextEntries.includes(entry))
  const lastDanced = lastEnded(entries, now)
  const endCurrent: StateChange[] = onStage ? [{ id: onStage.id, state: 'danced' }] : []
  const bringNext = next ? (toStage[next.state] ?? []).map((state) => ({ id: next.id, state })) : []
  return (
    <>
      <Panel title="On stage">
        {onStage ? (
          <div className={styles['now']}>
            <EntryTitle entry={onStage} large />
            <StageTimer key={onStage.id} entry={onStage} now={now} />
          </div>
        ) : (
          <p className={styles['quiet']}>No one is on stage.</p>
        )}
        {late_minutes > 0 && <p className={styles['quiet']}>{delayText(late_minutes)}</p>}
        <div className={styles['acts']}>
          {next && (
            <Button
              size="lg"
              className={styles['act']}
              loading={pending}
              onClick={() => onChange([...endCurrent, ...bringNext])}
            >
              {onStage ? 'Next entry' : 'Start'}: {next.label}
            </Button>
          )}
          {onStage && (
            <StageButton pending={pending} onPress={() => onChange(endCurrent)}>
              End {onStage.label}
            </StageButton>
          )}
          {onStage && (
            <StageButton pending={pending} onPress={() => onChange([{ id: onStage.id, state: 'on_deck' }])}>
              Not on stage yet
            </StageButton>
          )}
          {lastDanced && (
            <StageButton pending={pending} onPress={() => onChange([{ id: lastDanced.id, state: 'on_stage' }])}>
              Still on stage: {lastDanced.label}
            </StageButton>
          )}
        </div>
      </Panel>
      <Panel title="Next three" flush>
        <StageList
          entries={nextEntries}
          zone={zone}
          empty="No entries are left."
          pending={pending}
          onChange={onChange}
        />
      </Panel>
      {(onStage || next) && <LaterEntries entries={later} zone={zone} pending={pending} onChange={onChange} />}
      <PastEntries entries={entries.filter(isPast)} zone={zone} pending={pending} onChange={onChange} />
    </>
  )
}

type StageButtonProps = { pending: boolean; onPress: () => void; children: ReactNode }

const StageButton = ({ pending, onPress, children }: StageButtonProps) => (
  <Button size="lg" variant="default" className={styles['act']} loading={pending} onClick={onPress}>
    {children}
  </Button>
)

type EntriesProps = Omit<StageListProps, 'empty'>

/** A list of more entries than this has a search. */
const shortList = 8
const entryText = ({ label, name, studio }: StageEntry) => foldName(`${label} ${name} ${studio}`)

/** Entries after the next three: those to wait for, then those that are here, since a wrong check-in is found there. */
function LaterEntries({ entries, ...list }: EntriesProps) {
  const [{ q }, show] = useSearchParams<{ q?: string | number }>()
  const [searchText, setSearchText] = useSearchText(q, show)
  const matches = matching(entries, entryText, searchText)
  const absentEntries = entries.filter(({ state }) => state === 'planned')
  const presentEntries = entries.filter(({ state }) => state !== 'planned')
  const panel = (title: string, all: readonly StageEntry[], empty: string) => (
    <Panel title={`${title}: ${all.length}`} flush>
      <StageList
        entries={all.filter((entry) => matches.includes(entry))}
        empty={all.length > 0 ? 'No entry here matches.' : empty}
        {...list}
      />
    </Panel>
  )
  return (
    <>
      {(entries.length > shortList || searchText !== '') && (
        <search>
          <SearchField value={searchText} placeholder="Number, title or studio" onChange={setSearchText} />
        </search>
      )}
      {panel('Later, not checked in', absentEntries, 'Everyone else is here.')}
      {panel('Later, checked in', presentEntries, 'No other entry is checked in yet.')}
    </>
  )
}

/** Entries that danced or are out, the latest first: here one is disqualified, or brought back after a mistake. */
function PastEntries({ entries, zone, pending, onChange }: EntriesProps) {
  const [isOpen, setOpen] = useState(false)
  if (entries.length === 0) return null
  return (
    <Panel
      title={`Danced or out: ${entries.length}`}
      flush
      actions={
        <Button variant="default" className={styles['act']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && (
        <StageList entries={entries.toReversed()} zone={zone} empty="" pending={pending} onChange={onChange} />
      )}
    </Panel>
  )
}

const minutesText = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Time on stage beside what is allowed; counted from the server's clock, so that a tablet's own does not matter. */
function StageTimer({ entry: { on_stage_at, seconds }, now }: { entry: StageEntry; now: Instant }) {
  const [read] = useState(() => performance.now())
  const [tick, setTick] = useState(read)
  const [startSeconds] = useState(() => (on_stage_at ? Math.max(0, secondsBetween(on_stage_at, now)) : 0))
  useEffect(() => {
    const timer = setInterval(() => setTick(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const elapsed = startSeconds + (tick - read) / 1000
  return (
    <p className={styles['timer']} role="timer" data-over={elapsed > seconds || undefined}>
      {minutesText(elapsed)} <span className={styles['second']}>of {minutesText(seconds)}</span>
    </p>
  )
}
