import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import { confirm } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toasts.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Link } from '../../ui/Link.tsx'
import { ReadErrors } from '../../shell/ErrorPage.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SeasonCopies } from './SeasonCopies.tsx'
import { SeasonDialog, type Season } from './SeasonDialog.tsx'
import styles from '../../ui/Office.module.css'

const nameOf = ({ start_year, end_year }: Season) => `${start_year}–${end_year}`

/** The seasons, the newest first: which is current, and on which day ages are counted. OFF-002. */
export function Seasons() {
  const may = useSession()?.role === 'admin'
  const read = useRead('GET /v1/office/seasons', {})
  const [open, setOpen] = useState<Season | 'new' | null>(null)
  const { mutateAsync: remove } = useAct('DELETE /v1/office/seasons/{id}', {
    refreshes: ['GET /v1/office/seasons', 'GET /v1/office/season-copies'],
    onSuccess: () => toast('Season deleted'),
  })
  const askToDelete = (season: Season) =>
    void confirm({
      title: `Delete the season ${nameOf(season)}?`,
      message: 'Its prices and settings are gone for good. This works only while it has no cities.',
      yes: 'Delete season',
      consequence: 'loss',
      no: 'Keep it',
      act: () => remove({ params: { id: season.id } }),
    })
  const seasons = (read.data?.rows ?? []).toSorted((a, b) => b.start_year - a.start_year)
  return (
    <Panel
      title="Seasons"
      flush
      actions={
        may && (
          <>
            <Button variant="default" size="sm" component={Link} to={paths.officeAt('season-copy')}>
              From another season
            </Button>
            <Button variant="default" size="sm" onClick={() => setOpen('new')}>
              New season
            </Button>
          </>
        )
      }
    >
      <div className={styles['inset']}>
        <ReadErrors reads={[read]} />
      </div>
      <ul className={styles['rows']}>
        {seasons.map((season) => (
          <li key={season.id}>
            <span>
              <span className={styles['pair']}>
                {nameOf(season)}
                {season.current && <StatusBadge state="done">Current</StatusBadge>}
              </span>
              <span className={styles['second']}>
                Ages on January 1, {season.age_year}
                {season.is_portal && '; results portal'}
              </span>
            </span>
            {may && (
              <span className={styles['acts']}>
                {!season.current && (
                  <Button
                    variant="default"
                    size="sm"
                    aria-label={`Delete season ${nameOf(season)}`}
                    onClick={() => askToDelete(season)}
                  >
                    Delete
                  </Button>
                )}
                <Button
                  variant="default"
                  size="sm"
                  aria-label={`Change season ${nameOf(season)}`}
                  onClick={() => setOpen(season)}
                >
                  Change
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <SeasonCopies readOnly={!may} />
      {open && (
        <SeasonDialog
          season={open === 'new' ? null : open}
          after={seasons[0]?.end_year ?? null}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}
