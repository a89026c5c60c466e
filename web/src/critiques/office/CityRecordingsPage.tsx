import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { MediaActions, mediaRoute, type OfficeMedia } from './MediaActions.tsx'
import { MediaUploads } from './MediaUploads.tsx'
import { useEntryFilter } from './use-entry-filter.tsx'
import { UnmatchedMedia } from './UnmatchedMedia.tsx'
import { useMediaUploads } from './use-media-uploads.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type MediaCity = Reply<typeof mediaRoute>
type MediaEntry = MediaCity['entries'][number]

/** Milliseconds between looks while something is being processed. */
const pollMilliseconds = 4_000

const isHeard = ({ state }: OfficeMedia) => state === 'ready'
const missingSeats = ({ seats }: MediaEntry) => seats.filter(({ media }) => !media.some(isHeard)).length
const filesOf = ({ entries, unmatched }: MediaCity) => [
  ...entries.flatMap(({ seats, videos }) => [...videos, ...seats.flatMap(({ media }) => media)]),
  ...unmatched,
]
/** Changes soon. A file whose last byte came is 'uploading' until a job has put it away. */
const isMoving = ({ state }: OfficeMedia) => ['uploading', 'stored', 'processing'].includes(state)

/** Recordings and videos of a city by entry and seat, the entries that lack some first. OFF-031. */
export function CityRecordingsPage() {
  const id = useIdInPath()
  const answer = useRead(mediaRoute, { query: { tour_date_id: id } })
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: [mediaRoute] })
  const { uploads, add, drop } = useMediaUploads(id, refresh)
  const { missingOnly, setMissingOnly, isMatch, filters } = useEntryFilter()
  const isBusy = answer.data !== undefined && filesOf(answer.data).some(isMoving)
  const { refetch } = answer
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => void refetch(), pollMilliseconds)
    return () => clearInterval(timer)
  }, [isBusy, refetch])
  const city = answer.data?.city
  return (
    <OfficeFrame
      title={city ? `Recordings for ${city}` : 'Recordings'}
      above={answer.data?.event}
      about="Studios can play them once their critiques are released."
      answer={answer}
      skeleton={{ columns: 2 }}
      nav={<CityNav id={id} />}
      filters={filters}
    >
      {({ entries, unmatched, converts }) => {
        const seats = entries.flatMap((entry) => entry.seats)
        const missing = entries.reduce((sum, entry) => sum + missingSeats(entry), 0)
        const rows = entries
          .filter((entry) => isMatch(entry) && (!missingOnly || missingSeats(entry) > 0))
          .toSorted((a, b) => Number(missingSeats(b) > 0) - Number(missingSeats(a) > 0))
        return (
          <div className={styles['stack']}>
            {!converts && (
              <Panel>
                <p style={{ margin: 0 }}>
                  This server cannot convert recordings, because ffmpeg is missing. They play as uploaded: at uneven
                  volume, and not in every browser.
                </p>
              </Panel>
            )}
            <MediaUploads uploads={uploads} onFile={add} onDrop={drop} />
            <UnmatchedMedia files={unmatched} entries={entries} />
            <Panel>
              <p style={{ marginTop: 0 }}>
                {seats.length - missing} of {seats.length} recordings are ready.
              </p>
              <Switch
                label="Missing only"
                checked={missingOnly}
                onChange={({ currentTarget }) => setMissingOnly(currentTarget.checked)}
              />
            </Panel>
            {rows.map((entry) => (
              <EntryPanel key={entry.id} entry={entry} />
            ))}
          </div>
        )
      }}
    </OfficeFrame>
  )
}

function EntryPanel({ entry: { label, name, studio, seats, videos } }: { entry: MediaEntry }) {
  return (
    <Panel title={`${label} ${name}, ${studio}`} flush>
      <ul className={styles['rows']}>
        {seats.flatMap(({ id, position, judge, media }) => {
          const judgeName = judge ?? `Judge ${position}`
          return media.length === 0
            ? [
                <li key={id}>
                  <div>
                    <strong>{judgeName}</strong> <StatusBadge state="standby">Missing</StatusBadge>
                  </div>
                </li>,
              ]
            : media.map((one, index) => {
                // A judge who stopped and resumed has several.
                const part = media.length > 1 ? `, part ${index + 1}` : ''
                return (
                  <li key={one.id}>
                    <MediaActions
                      media={one}
                      title={`${judgeName}${part}`}
                      of={`entry ${label}, ${judgeName}${part}`}
                      hasVideo={videos.some(isHeard)}
                    />
                  </li>
                )
              })
        })}
        {videos.map((one) => (
          <li key={one.id}>
            <MediaActions media={one} title="Video" of={`entry ${label}, video`} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
