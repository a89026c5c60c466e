import { clockText } from '@callboard/domain/kernel/moment-text.ts'
import { delayText } from '@callboard/domain/running-order/stage-view.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { call, type Reply } from '../api/call.ts'
import type { ReplyError } from '../api/reply-error.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import styles from './Display.module.css'
import { watchStage } from './watch-stage.ts'

const route = 'GET /v1/live/{tour_date_id}'
type Live = Reply<typeof route>
type LiveStage = Live['stages'][number]
type LiveEntry = LiveStage['next'][number]

/** A screen in the hall, read from afar: who is on stage, and the next three. No names of dancers. */
export function DisplayPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery<Reply<'POST /v1/live'>, ReplyError>({
    queryKey: ['POST /v1/live', token],
    queryFn: ({ signal }) => call('POST /v1/live', { body: { token } }, { isDevice: true, isRead: true, signal }),
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => {
    document.title = 'On stage | Callboard'
  }, [])
  return (
    <main className={styles['page']} id="content" tabIndex={-1}>
      {error?.code === 'display.over' && <h1 className={styles['message']}>{error.message}</h1>}
      {error && error.code !== 'display.over' && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && <LiveBoard tour_date_id={data.tour_date_id} />}
    </main>
  )
}

function LiveBoard({ tour_date_id }: { tour_date_id: number }) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery<Live, ReplyError>({
    queryKey: [route, tour_date_id],
    queryFn: ({ signal }) => call(route, { params: { tour_date_id } }, { isDevice: true, signal }),
    retry: false,
  })
  useEffect(() => {
    const read = () => queries.invalidateQueries({ queryKey: [route, tour_date_id] })
    return watchStage({ address: `/v1/live/${tour_date_id}/events`, onStage: () => void read(), poll: read })
  }, [queries, tour_date_id])
  // The link was ended: what it showed goes with it.
  if (error?.status === 401)
    return <h1 className={styles['message']}>This link has ended. Ask the office for a new one.</h1>
  if (error?.code === 'order.unpublished') return <h1 className={styles['message']}>The order is not published yet.</h1>
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className={styles['message']}>Opening…</p>
  return (
    <>
      <h1 className={styles['city']}>
        {data.event}, {data.city}
      </h1>
      {error && <output className={styles['stale']}>No connection: this is the last we heard.</output>}
      <div className={styles['stages']} data-several={data.stages.length > 1 || undefined}>
        {data.stages.map((stage) => (
          <StageNow key={stage.stage} stage={stage} isOnly={data.stages.length === 1} zone={data.time_zone} />
        ))}
      </div>
    </>
  )
}

type StageNowProps = { stage: LiveStage; isOnly: boolean; zone: string }

function StageNow({ stage: { stage, current, next, late_minutes }, isOnly, zone }: StageNowProps) {
  return (
    <section className={styles['stage']} aria-label={isOnly ? 'Stage' : `Stage ${stage}`}>
      <h2 className={styles['heading']}>{isOnly ? 'On stage' : `On stage ${stage}`}</h2>
      <div aria-live="polite" className={styles['current']}>
        {current ? <EntryLine entry={current} /> : <p className={styles['idle']}>No one is on stage.</p>}
      </div>
      {late_minutes > 0 && <p className={styles['late']}>{delayText(late_minutes)}</p>}
      <h3 className={styles['heading']}>Next</h3>
      {next.length === 0 && <p className={styles['idle']}>No entries are left.</p>}
      <ol className={styles['next']}>
        {next.map((entry) => (
          <li key={entry.id}>
            <EntryLine entry={entry} />
            <span className={styles['time']}>{clockText(entry.starts_at, zone)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function EntryLine({ entry: { label, name, studio, division, category } }: { entry: LiveEntry }) {
  return (
    <div className={styles['entry']}>
      <b className={styles['number']}>{label}</b>
      <span>
        <span className={styles['name']}>{name}</span>
        <span className={styles['second']}>
          {division} {category}
          {studio !== null && `, ${studio}`}
        </span>
      </span>
    </div>
  )
}
