import { droppingLabels, panelKindLabels } from '@callboard/domain/judging/panel.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { address } from '../../api/call.ts'
import { useAct, usePendingIds, useRead } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { askText, confirm } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { DeviceBoard } from './DeviceBoard.tsx'
import { PanelDialog, type CityPanels, type OfficePanel } from './PanelDialog.tsx'
import styles from './Scores.module.css'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const refreshes = ['GET /v1/office/panels', 'GET /v1/office/scores', 'GET /v1/office/devices'] as const

/** Panels of a city, the blocks they judge, and the devices on their seats. OFF-031. */
export function JudgingPage() {
  const tour_date_id = useIdInPath()
  const [dialog, setDialog] = useState<{ panel: OfficePanel | null }>()
  const { data, error, refetch } = useRead('GET /v1/office/panels', { query: { tour_date_id } })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={6} />
  return (
    <div className={officeStyles['stack']}>
      <PageHeader
        title={`Judging in ${data.city}`}
        above={data.event}
        actions={<Button onClick={() => setDialog({ panel: null })}>Add a panel</Button>}
      >
        <Link to={paths.officeAt('judges')}>Judges and scales</Link>,{' '}
        <Link to={paths.officeAt(`tour-dates/${tour_date_id}/auditions`)}>Audition scores</Link>
      </PageHeader>
      <CityNav id={tour_date_id} />
      {data.panels.length === 0 && (
        <Panel>
          <Empty level={2} title="No panels yet">
            Add a panel with its judges, then choose it for each block.
          </Empty>
        </Panel>
      )}
      {data.panels.map((panel) => (
        <PanelCard key={panel.id} panel={panel} data={data} onChange={() => setDialog({ panel })} />
      ))}
      <Blocks data={data} />
      <DeviceBoard tour_date_id={tour_date_id} />
      {dialog && <PanelDialog tour_date_id={tour_date_id} panel={dialog.panel} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

function PanelCard({ panel, data, onChange }: { panel: OfficePanel; data: CityPanels; onChange: () => void }) {
  const [seatId, setSeatId] = useState<number | null>(null)
  const [registrationId, setRegistrationId] = useState<number | null>(null)
  const remove = useAct('DELETE /v1/office/panels/{id}', { refreshes })
  const setRecusals = useAct('PUT /v1/office/panels/{id}/recusals', { refreshes })
  const { id, name, kind, counted, dropping, seats, recusals, version } = panel
  const judgeOf = (seat_id: number) => {
    const seat = seats.find((one) => one.id === seat_id)
    return seat?.judge ?? `Judge ${seat?.position ?? ''}`
  }
  const plain = recusals.map(({ seat_id, registration_id, reason }) => ({ seat_id, registration_id, reason }))
  const changeTo = (next: typeof plain) => ({ params: { id }, body: { version, recusals: next } })

  async function recuse() {
    if (seatId === null || registrationId === null) return
    await askText({
      title: 'Recuse the judge?',
      message: 'The judge’s marks for these entries do not count.',
      label: 'Reason',
      yes: 'Recuse',
      draft: ['recusal', id, seatId, registrationId],
      act: (reason) =>
        setRecusals.mutateAsync(changeTo([...plain, { seat_id: seatId, registration_id: registrationId, reason }])),
    })
  }
  async function ask() {
    const message = 'Its seats and devices are removed too.'
    if (
      await confirm({
        title: `Remove ${name}?`,
        message,
        yes: 'Yes, remove it',
        no: 'No, keep it',
        consequence: 'loss',
      })
    ) {
      remove.mutate({ params: { id } })
    }
  }

  return (
    <Panel
      title={name}
      actions={
        <>
          {!panel.has_sheets && (
            <Button variant="default" aria-label={`Remove ${name}`} onClick={() => void ask()}>
              Remove
            </Button>
          )}
          <Button variant="default" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
        </>
      }
    >
      <p className={styles['second']}>
        {panelKindLabels[kind]}. {counted} marks count; dropped: {droppingLabels[dropping].toLowerCase()}.
      </p>
      <ol className={styles['seats']}>
        {seats.map(({ id: seat, position, judge, shadow }) => (
          <li key={seat} className={styles['seat']}>
            <span>
              {position}. {judge ?? 'No one yet'}
              {shadow && ', in training'}
            </span>
            {kind === 'competition' && (
              <a
                href={address('/v1/office/judge-sheets/{seat_id}', { params: { seat_id: seat } })}
                aria-label={`Paper sheet (PDF) of judge ${position} of ${name}`}
              >
                Paper sheet (PDF)
              </a>
            )}
          </li>
        ))}
        {recusals.map((recusal) => (
          <li key={`${recusal.seat_id} ${recusal.registration_id}`} className={styles['seat']}>
            <span>
              {judgeOf(recusal.seat_id)} does not judge {recusal.studio}. {recusal.reason}
            </span>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Remove: ${judgeOf(recusal.seat_id)} does not judge ${recusal.studio}`}
              onClick={() =>
                setRecusals.mutate(
                  changeTo(
                    plain.filter(
                      (one) => one.seat_id !== recusal.seat_id || one.registration_id !== recusal.registration_id,
                    ),
                  ),
                )
              }
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {kind === 'competition' && data.registrations.length > 0 && (
        <div className={styles['line']}>
          <SelectField
            label="Recuse"
            value={seatId}
            options={seats.map((seat) => ({ value: seat.id, label: judgeOf(seat.id) }))}
            onChange={setSeatId}
            error={undefined}
          />
          <SelectField
            label="For"
            value={registrationId}
            options={data.registrations.map(({ id: value, studio }) => ({ value, label: studio }))}
            onChange={setRegistrationId}
            error={undefined}
          />
          <Button
            variant="default"
            disabled={seatId === null || registrationId === null || setRecusals.isPending}
            onClick={() => void recuse()}
          >
            Recuse
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Blocks({ data }: { data: CityPanels }) {
  const assign = useAct('PUT /v1/office/blocks/{id}/panel', { refreshes })
  const assigningIds = usePendingIds('PUT /v1/office/blocks/{id}/panel')
  const panels = data.panels.filter(({ kind }) => kind === 'competition')
  if (data.blocks.length === 0) return null
  return (
    <Panel title="Blocks">
      <ul className={styles['seats']}>
        {data.blocks.map(({ id, name, entries, panel_id, locked_at }) => (
          <li key={id} className={styles['seat']}>
            <span>
              <b>{name}</b>
              <span className={styles['second']}>
                {entries} {entries === 1 ? 'entry' : 'entries'}
                {locked_at !== null && ', locked'}
              </span>
            </span>
            <SelectField
              label={`Panel of ${name}`}
              value={panel_id}
              any="No panel"
              disabled={locked_at !== null || assigningIds.includes(id)}
              options={panels.map((panel) => ({ value: panel.id, label: panel.name }))}
              onChange={(next) => assign.mutate({ params: { id }, body: { panel_id: next } })}
              error={undefined}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
