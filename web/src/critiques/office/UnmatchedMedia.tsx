import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { MediaActions, mediaRoute, type OfficeMedia } from './MediaActions.tsx'

type MediaEntries = Reply<typeof mediaRoute>['entries']

/** Files whose names said nothing; a person assigns each. */
export function UnmatchedMedia({ files, entries }: { files: readonly OfficeMedia[]; entries: MediaEntries }) {
  if (files.length === 0) return null
  return (
    <Panel title="Files to assign" flush>
      <ul className={styles['rows']}>
        {files.map((media) => (
          <li key={media.id}>
            <MediaActions media={media} of={media.name} />
            <MatchFields media={media} entries={entries} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function MatchFields({ media, entries }: { media: OfficeMedia; entries: MediaEntries }) {
  const [entryId, setEntryId] = useState('')
  const [seatId, setSeatId] = useState('')
  const { mutate, isPending } = useAct('PUT /v1/office/media/{media_id}/match', { refreshes: [mediaRoute] })
  const entry = entries.find(({ id }) => String(id) === entryId)
  const needsSeat = media.kind !== 'routine_video'
  return (
    <span className={`${styles['acts']} ${styles['wholeRow']}`}>
      <NativeSelect
        size="sm"
        aria-label={`Entry of ${media.name}`}
        value={entryId}
        data={[
          { value: '', label: 'Entry' },
          ...entries.map(({ id, label, name }) => ({ value: String(id), label: `${label} ${name}` })),
        ]}
        onChange={({ currentTarget }) => {
          setEntryId(currentTarget.value)
          setSeatId('')
        }}
      />
      {needsSeat && (
        <NativeSelect
          size="sm"
          aria-label={`Seat of ${media.name}`}
          value={seatId}
          data={[
            { value: '', label: 'Seat' },
            ...(entry?.seats ?? []).map(({ id, position, judge }) => ({
              value: String(id),
              label: `${position} ${judge ?? ''}`.trim(),
            })),
          ]}
          onChange={({ currentTarget }) => setSeatId(currentTarget.value)}
        />
      )}
      <Button
        size="compact-sm"
        loading={isPending}
        disabled={!entryId || (needsSeat && !seatId)}
        onClick={() =>
          mutate({
            params: { media_id: media.id },
            body: { registration_routine_id: Number(entryId), seat_id: needsSeat ? Number(seatId) : null },
          })
        }
      >
        Assign
      </Button>
    </span>
  )
}
