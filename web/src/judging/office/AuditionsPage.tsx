import { pointsText } from '@callboard/domain/judging/points.ts'
import { disciplineLabels } from '@callboard/domain/judging/panel.ts'
import { Button } from '@mantine/core'
import { call, type Reply } from '../../api/call.ts'
import { useChanges } from '../../api/use-changes.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { MarkCell } from './MarkCell.tsx'
import styles from './Scores.module.css'
import { askIfUnusual } from './use-scores.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const route = 'GET /v1/office/audition-sheets'
type Auditions = Reply<typeof route>
type Dancer = Auditions['dancers'][number]

/** Marks of Best Dancer auditions from paper, in ballet and jazz. PROG-022. */
export function AuditionsPage() {
  const tour_date_id = useIdInPath()
  const { data, error, refetch, pending, change } = useChanges(route, { query: { tour_date_id } })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={6} />

  async function enter({ attendee_id }: Dancer, cell: Dancer['cells'][number], points: number) {
    const { seat_id, next_revision: revision } = cell
    const body = { attendee_id, seat_id, revision, points, client_id: crypto.randomUUID() }
    return change(() =>
      askIfUnusual((accept_unusual) => call('POST /v1/office/audition-sheets', { body: { ...body, accept_unusual } })),
    )
  }

  const seats = data.panels.flatMap((panel) => panel.seats.map((seat) => ({ ...seat, panel })))
  const toConfirm = data.dancers
    .flatMap(({ cells }) => cells)
    .flatMap(({ state, is_own, client_id }) => (state === 'to_confirm' && !is_own && client_id ? [client_id] : []))
  return (
    <div className={officeStyles['stack']}>
      <PageHeader
        title={`Audition scores in ${data.city}`}
        above={data.event}
        actions={
          toConfirm.length > 0 && (
            <Button
              loading={pending}
              onClick={() =>
                void change(() =>
                  call('POST /v1/office/audition-sheets/decide', {
                    body: { client_ids: toConfirm, decision: 'confirm' },
                  }),
                )
              }
            >
              Confirm {toConfirm.length} {toConfirm.length === 1 ? 'score' : 'scores'}
            </Button>
          )
        }
      >
        Scores typed from paper count once another person has confirmed them.
      </PageHeader>
      <CityNav id={tour_date_id} />
      {data.panels.length === 0 || data.dancers.length === 0 ? (
        <Panel>
          <Empty level={2} title="No auditions to score">
            <Link to={paths.officeAt(`tour-dates/${tour_date_id}/judging`)}>Add a ballet and a jazz panel</Link> of
            three judges each. Dancers of a program appear once their registration is completed.
          </Empty>
        </Panel>
      ) : (
        <Panel flush>
          <ScrollBox label="Audition scores, by judge">
            <table className={styles['grid']} aria-label="Audition scores">
              <thead>
                <tr>
                  <th scope="col">Dancer</th>
                  {seats.map(({ id, position, judge, panel }) => (
                    <th key={id} scope="col">
                      {disciplineLabels[panel.kind]} {position}
                      <span className={styles['second']}>{judge ?? 'No one'}</span>
                    </th>
                  ))}
                  <th scope="col">Total</th>
                  <th scope="col">Place</th>
                </tr>
              </thead>
              <tbody>
                {data.dancers.map((dancer) => (
                  <tr key={dancer.attendee_id}>
                    <th scope="row">
                      {dancer.name}
                      <span className={styles['second']}>
                        {dancer.level}, {dancer.studio}
                      </span>
                    </th>
                    {dancer.cells.map((cell, index) => {
                      const seat = seats[index]
                      if (!seat) return null
                      return (
                        <td key={cell.seat_id} data-excluded={cell.dropped || undefined}>
                          <MarkCell
                            key={cell.next_revision}
                            cell={{ ...cell, locked: false, contested: [], sheet: null }}
                            scale={{ ...seat.panel.scale, criteria: [] }}
                            label={`${dancer.name}, ${seat.panel.kind} ${seat.position}`}
                            onEnter={(points) => enter(dancer, cell, points)}
                          />
                        </td>
                      )
                    })}
                    <td className={styles['total']}>{dancer.total === null ? '–' : pointsText(dancer.total)}</td>
                    <td className={styles['total']}>{dancer.place ?? '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </Panel>
      )}
    </div>
  )
}
