import { slashDateIn } from '@callboard/domain/kernel/moment-text.ts'
import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { LoadError } from '../shell/ErrorPage.tsx'
import { useRead } from '../api/use-call.ts'
import { useLookup } from '../api/use-lookup.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import styles from './Confirmation.module.css'
import { ReportView } from './ReportView.tsx'
import { useEvent } from './event-record.ts'
import { useReport } from './use-report.ts'

const current = 'current'

/** Shows the confirmation, current or as of a date, for reading and printing. EVT-022. */
export function ConfirmationPage() {
  const { id, record } = useEvent()
  const [selectedVersion, setSelectedVersion] = useState(current)
  const snapshot_id = selectedVersion === current ? null : Number(selectedVersion)
  const snapshots = useLookup('GET /v1/reports/registration-confirmation/snapshots', { query: { registration_id: id } })
  const report = useRead('GET /v1/reports/registration-confirmation/document', {
    query: {
      registration_id: id,
      ...(snapshot_id !== null && { registrations_confirmation_id: snapshot_id }),
    },
  })
  const { print, download, pending } = useReport(id, snapshot_id)
  const { time_zone } = record.tour_date
  const options = [
    { value: current, label: 'Current' },
    ...(snapshots ?? []).map((snapshot, index, all) => ({
      value: String(snapshot.id),
      label: dated(slashDateIn(time_zone, snapshot.created), all, index, time_zone),
    })),
  ]
  return (
    <>
      <PageHeader title="Confirmation" />
      <div className={`${styles['tools']} no-print`}>
        <div className={styles['select']}>
          <NativeSelect
            label="As of"
            value={selectedVersion}
            onChange={(event) => setSelectedVersion(event.currentTarget.value)}
            data={options}
          />
        </div>
        <div className={styles['buttons']}>
          <Button
            variant="default"
            leftSection={<IconPrinter className="icon" />}
            loading={pending === 'print'}
            onClick={print}
          >
            Printable version
          </Button>
          <Button leftSection={<IconDownload className="icon" />} loading={pending === 'download'} onClick={download}>
            Download PDF
          </Button>
        </div>
      </div>
      {report.error && <LoadError error={report.error} onRetry={() => void report.refetch()} />}
      {!report.data && !report.error && <RowsSkeleton rows={8} />}
      {report.data && <ReportView document={report.data} />}
    </>
  )
}

type Snapshot = { id: number; created: string }

/** The day; when a day has several, which of them. */
function dated(
  day: string,
  all: readonly (Snapshot & { created: Parameters<typeof slashDateIn>[1] })[],
  index: number,
  zone: string,
) {
  const same = all.filter(({ created }) => slashDateIn(zone, created) === day)
  if (same.length === 1) return day
  const number = same.length - same.findIndex(({ id }) => id === all[index]?.id)
  return `${day} (${number})`
}
