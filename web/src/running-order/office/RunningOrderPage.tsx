import { Button } from '@mantine/core'
import { useCallback, useId, useMemo, useState } from 'react'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { momentText } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { BlockPanel } from './BlockPanel.tsx'
import { ConflictList } from './ConflictList.tsx'
import { severitiesOf } from './EntryRow.tsx'
import { ImproveDialog } from './ImproveDialog.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'
import { UnscheduledPanel } from './UnscheduledPanel.tsx'
import { improveBlockedBy } from './improve-order.ts'
import { useMoveByHand } from './use-move-by-hand.ts'
import {
  useRunningOrder,
  type OfficeBlock,
  type OfficeEntry,
  type OfficeOrder,
  type RunningOrder,
} from './use-running-order.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

/** The office orders the competition of a city: blocks, entries, conflicts, publication. */
export function RunningOrderPage() {
  const id = useIdInPath()
  const order = useRunningOrder(id)
  const { data, error, refetch } = order
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} />
  return <OrderBoard id={id} order={order} data={data} />
}

/** Which entries the board lists, by their studios' requests. */
const listings = {
  all: () => true,
  requested: ({ request }: OfficeEntry) => request !== null,
  open: ({ request }: OfficeEntry) => request?.answer === '',
}
type Listing = keyof typeof listings

type OrderDialog =
  | { kind: 'block'; block: OfficeBlock | null }
  | { kind: 'answer'; entry: OfficeEntry }
  | { kind: 'publish' }
  | { kind: 'improve' }
  | { kind: 'readers' }

function OrderBoard({ id, order, data }: { id: number; order: RunningOrder; data: OfficeOrder }) {
  const [dialog, setDialog] = useState<OrderDialog>()
  const answer = useCallback((entry: OfficeEntry) => setDialog({ kind: 'answer', entry }), [])
  const byHand = useMoveByHand(data, order, answer)
  const [listing, setListing] = useState<Listing>('all')
  const requestedCount = data.entries.filter(listings.requested).length
  const isListed = requestedCount > 0 ? listings[listing] : listings.all
  const severities = useMemo(() => severitiesOf(data.conflicts), [data.conflicts])
  const { published_version, published_at, time_zone, blocks, entries, changes } = data
  const isPublished = published_version !== null
  const scheduledCount = entries.filter(({ block_id }) => block_id !== null).length
  const reason = useId()
  const blockedBy = improveBlockedBy(data)
  const isEmpty = scheduledCount === 0
  const close = () => setDialog(undefined)
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={`Running order for ${data.city}`}
        above={data.event}
        actions={
          <>
            <Button variant="default" onClick={() => setDialog({ kind: 'block', block: null })}>
              Add a block
            </Button>
            <Button
              variant="default"
              disabled={blockedBy !== null}
              {...(blockedBy && { 'aria-describedby': reason })}
              onClick={() => setDialog({ kind: 'improve' })}
            >
              Improve the order
            </Button>
            <Button variant="default" onClick={() => setDialog({ kind: 'readers' })}>
              Public page
            </Button>
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
            <Button
              disabled={isEmpty}
              {...(isEmpty && { 'aria-describedby': reason })}
              onClick={() => setDialog({ kind: 'publish' })}
            >
              {isPublished ? 'Publish changes' : 'Publish'}
            </Button>
          </>
        }
      >
        {scheduledCount} of {entries.length} routines are in the order.{' '}
        {isPublished && published_at
          ? `Published ${momentText({ at: published_at, zone: time_zone })}. ${
              changes.length > 0
                ? `${changes.length} ${changes.length === 1 ? 'studio' : 'studios'} will be emailed about changes.`
                : 'Studios see the current order.'
            }`
          : 'Studios do not see it yet.'}{' '}
        <span className="no-print">
          {blockedBy && <span id={reason}>{blockedBy}</span>}{' '}
          {isPublished && <Link to={paths.officeAt(`tour-dates/${id}/stage`)}>Open the stage</Link>}
        </span>
      </PageHeader>
      <CityNav id={id} />
      {blocks.length === 0 && (
        <Panel>
          <Empty level={2} title="No blocks yet">
            Add a block for each part of the day: routines, awards, breaks. Then draft the order or add routines by
            hand.
          </Empty>
        </Panel>
      )}
      <ConflictList conflicts={data.conflicts} />
      {requestedCount > 0 && (
        <div className={`${styles['narrow']} no-print`}>
          <SelectField
            label="Entries"
            name="listing"
            value={listing}
            options={[
              { value: 'all', label: 'All entries' },
              { value: 'requested', label: `With a request: ${requestedCount}` },
              { value: 'open', label: `Request not answered: ${data.entries.filter(listings.open).length}` },
            ]}
            onChange={(next) => next && setListing(next)}
            error={undefined}
          />
        </div>
      )}
      <UnscheduledPanel order={order} data={data} isListed={isListed} onAnswer={answer} />
      {blocks.map((block) => (
        <BlockPanel
          key={block.id}
          block={block}
          data={data}
          order={order}
          byHand={byHand}
          severities={severities}
          isListed={isListed}
          onChange={() => setDialog({ kind: 'block', block })}
        />
      ))}
      {dialog?.kind === 'block' && <BlockDialog order={order} data={data} block={dialog.block} onClose={close} />}
      {dialog?.kind === 'answer' && (
        <AnswerDialog order={order} tour_date_id={id} entry={dialog.entry} onClose={close} />
      )}
      {dialog?.kind === 'readers' && <ReadersDialog order={order} data={data} onClose={close} />}
      {dialog?.kind === 'improve' && <ImproveDialog order={order} data={data} onClose={close} />}
      {dialog?.kind === 'publish' && <PublishDialog order={order} data={data} onClose={close} />}
    </div>
  )
}
