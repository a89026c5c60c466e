import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { LoadError } from '../../shell/ErrorPage.tsx'
import type { Route } from '../../api/call.ts'
import { StatusBadge, StatusIcon } from '../../ui/StatusBadge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { PhotoCell } from './PhotoCell.tsx'
import styles from './Program.module.css'
import { ProgramTools } from './ProgramTools.tsx'
import { programQuery, type ProgramDancer, type RegistrationProgram, type ProgramVisit } from './program-query.ts'
import { ShareProgram } from './ShareProgram.tsx'

const JacketDialog = lazy(() => import('./JacketDialog.tsx'))

/** The readings that a photo or a size makes out of date. */
const outOfDate: readonly Route[] = ['GET /v1/tda/best-dancers', 'GET /v1/dance360/registrations/{id}']

type ProgramBoardProps = { visit: ProgramVisit; title?: string }

/** Lists the program's participants and the missing input of each. PROG-047, PROG-041. */
export function ProgramBoard({ visit, title }: ProgramBoardProps) {
  const { data, error, refetch } = useQuery(programQuery(visit))
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  return <Board visit={visit} data={data} {...(title !== undefined && { title })} />
}

function Board({ visit, data, title }: ProgramBoardProps & { data: RegistrationProgram }) {
  const { program, dancers, closed, sizes, registration_id } = data
  const queries = useQueryClient()
  const refresh = () => void Promise.all(outOfDate.map((route) => queries.invalidateQueries({ queryKey: [route] })))
  const completeCount = dancers.filter(({ missing }) => missing.length === 0).length
  const words = [...new Set([closed.photo, closed.jacket].filter((one) => one !== null))]
  return (
    <>
      {words.length > 0 && (
        <div className={styles['closed']} role="note">
          <StatusIcon state="standby" />
          <p>{words.join(' ')}</p>
        </div>
      )}
      <Panel
        title={title ?? `${completeCount} of ${dancers.length} complete`}
        flush
        actions={
          <>
            <ProgramTools {...program} program={program.plural} sizes={sizes} />
            {!visit.share && dancers.length > 0 && (
              <ShareProgram registration_id={registration_id} route={program.route} />
            )}
          </>
        }
      >
        {dancers.length === 0 ? (
          <Empty title="No one takes part">Edit the registration to add dancers.</Empty>
        ) : (
          <ul className={styles['list']} aria-label={program.plural}>
            {dancers.map((dancer) => (
              <li key={dancer.attendee_id} className={styles['item']}>
                <DancerRow dancer={dancer} data={data} visit={visit} onChanged={refresh} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

type DancerRowProps = { dancer: ProgramDancer; data: RegistrationProgram; visit: ProgramVisit; onChanged: () => void }

function DancerRow({ dancer, data, visit, onChanged }: DancerRowProps) {
  const [editing, setEditing] = useState(false)
  const { attendee_id, fname, lname, type, photo, missing, jacket_size_id, jacket_name } = dancer
  const { program, closed, sizes } = data
  const name = `${fname} ${lname}`
  const size = sizes.find(({ id }) => id === jacket_size_id)?.name
  const garment = program.garment === 'top' ? 'Top' : 'Jacket'
  return (
    <div className={styles['card']}>
      <PhotoCell
        name={name}
        photo={photo}
        visit={visit}
        attendee={() => Promise.resolve(attendee_id)}
        open={closed.photo === null}
        onChanged={onChanged}
      />
      <div className={styles['told']}>
        <div>
          <h3 className={styles['name']}>{name}</h3>
          <dl className={styles['facts']}>
            <div>
              <dt>Type</dt>
              <dd>{type}</dd>
            </div>
            <div>
              <dt>{garment} size</dt>
              <dd>{size ?? 'Not chosen'}</dd>
            </div>
            {program.shows_name && (
              <div>
                <dt>Name on jacket</dt>
                <dd>{jacket_name ?? 'Not given'}</dd>
              </div>
            )}
          </dl>
          {missing.length === 0 ? (
            <StatusBadge state="done">Complete</StatusBadge>
          ) : (
            <StatusBadge state="standby">Missing: {missing.join(', ')}</StatusBadge>
          )}
        </div>
        {closed.jacket === null && (
          <Button
            variant="default"
            size="sm"
            aria-label={`Edit the ${garment.toLowerCase()} of ${name}`}
            onClick={() => setEditing(true)}
          >
            Edit {garment.toLowerCase()}
          </Button>
        )}
      </div>
      {editing && (
        <Suspense fallback={null}>
          <JacketDialog
            dancer={dancer}
            choices={data}
            visit={visit}
            onSaved={onChanged}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
