import { awardKindLabels, isPickedKind } from '@callboard/domain/results/award.ts'
import { pickedPlace } from '@callboard/domain/results/ranking.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Empty } from '../../ui/Empty.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { AwardDialog } from './AwardDialog.tsx'
import { LevelsDialog } from './LevelsDialog.tsx'
import { PicksDialog } from './PicksDialog.tsx'
import styles from './Release.module.css'
import { useAwards, type OfficeAward, type OfficeAwards } from './use-awards.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type AwardsDialog =
  | { kind: 'award'; award: OfficeAward | null }
  | { kind: 'picks'; award: OfficeAward }
  | { kind: 'levels' }

/** The office's awards of a city, its picks, and its levels. OFF-030. */
export function AwardsPage() {
  const id = useIdInPath()
  const awards = useAwards(id)
  const [dialog, setDialog] = useState<AwardsDialog>()
  const { data, error, refetch } = awards
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={6} />
  // The award as it is now: a refused change has loaded it again.
  const current = ({ id: award_id }: OfficeAward) => data.awards.find((award) => award.id === award_id)
  const close = () => {
    awards.clearFailure()
    setDialog(undefined)
  }
  return (
    <div className={officeStyles['stack']}>
      <PageHeader
        title={`Awards for ${data.city}`}
        above={data.event}
        actions={<Button onClick={() => setDialog({ kind: 'award', award: null })}>Add an award</Button>}
      >
        Places follow from the totals. Choice, title and special awards and scholarships are picked by the office.
      </PageHeader>
      <CityNav id={id} />
      {data.awards.length === 0 ? (
        <Panel>
          <Empty title="No awards yet">Add what is placed by totals, and what the judges or the office choose.</Empty>
        </Panel>
      ) : (
        <Panel title="Awards" flush>
          {data.awards.map((award) => (
            <AwardRow key={award.id} award={award} data={data} onOpen={setDialog} />
          ))}
        </Panel>
      )}
      <Panel
        title="Levels"
        actions={
          <Button size="sm" variant="default" onClick={() => setDialog({ kind: 'levels' })}>
            Change levels
          </Button>
        }
      >
        <p className={styles['second']}>
          {data.levels_of === 'product' ? 'The levels of every city (Lists).' : `Levels of this ${data.levels_of}.`}
        </p>
        <ul className={`${styles['list']} ${styles['levels']}`}>
          {data.levels.map(({ id: level_id, name, minimum_points }) => (
            <li key={level_id}>
              {name} from {minimum_points / 100}
            </li>
          ))}
        </ul>
      </Panel>
      {dialog?.kind === 'award' && (
        <AwardDialog
          awards={awards}
          data={data}
          award={dialog.award && (current(dialog.award) ?? null)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'picks' && (
        <PicksDialog awards={awards} data={data} award={current(dialog.award) ?? dialog.award} onClose={close} />
      )}
      {dialog?.kind === 'levels' && <LevelsDialog awards={awards} data={data} onClose={close} />}
    </div>
  )
}

type AwardRowProps = { award: OfficeAward; data: OfficeAwards; onOpen: (dialog: AwardsDialog) => void }

function AwardRow({ award, data, onOpen }: AwardRowProps) {
  const { name, kind, active, block_id, tour_date_id, picks } = award
  const block = data.blocks.find(({ id }) => id === block_id)?.name
  const facts = [
    awardKindLabels[kind],
    tour_date_id === null && 'every city of the season',
    block && `announced in ${block}`,
    !active && 'no longer given',
  ]
  return (
    <div className={styles['version']}>
      <b>{name}</b>
      <p className={styles['second']}>{facts.filter(Boolean).join(', ')}</p>
      {picks.map(({ id, subject, place, blurb }) => (
        <p key={id} className={styles['second']}>
          {pickedPlace(place)}: {subject}
          {blurb && `. ${blurb}`}
        </p>
      ))}
      <div className={styles['actions']}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Change ${name}`}
          onClick={() => onOpen({ kind: 'award', award })}
        >
          Change
        </Button>
        {isPickedKind(kind) && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Pick ${name}`}
            onClick={() => onOpen({ kind: 'picks', award })}
          >
            Pick
          </Button>
        )}
      </div>
    </div>
  )
}
