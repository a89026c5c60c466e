import { countingSentence, panelKindLabels } from '@callboard/domain/judging/panel.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { address } from '../../api/call.ts'
import { useAct, usePendingIds, useRead } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { DeviceBoard } from './DeviceBoard.tsx'
import { PanelDialog, panelReads, type CityPanels, type OfficePanel } from './PanelDialog.tsx'
import { Recusals } from './Recusals.tsx'
import styles from './Scores.module.css'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

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
        <Link to={paths.officeAt('judges')}>Judges and scales</Link>
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
  const remove = useAct('DELETE /v1/office/panels/{id}', { refreshes: panelReads })
  const { id, name, kind, seats } = panel
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
        {panelKindLabels[kind]}. {countingSentence(panel, seats.filter(({ shadow }) => !shadow).length)}
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
      </ol>
      <Recusals panel={panel} registrations={data.registrations} />
    </Panel>
  )
}

function Blocks({ data }: { data: CityPanels }) {
  const assign = useAct('PUT /v1/office/blocks/{id}/panel', { refreshes: panelReads })
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
