import { useAddressOrder } from '../../ui/use-search-params.ts'
import type { LegalText } from './LegalTextForm.tsx'
import { legalTextTitles } from '@callboard/domain/accounts/legal-text.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { dayText } from '../../ui/Day.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

const LegalTextForm = lazy(() => import('./LegalTextForm.tsx'))
const LegalTextVersions = lazy(() => import('./LegalTextVersions.tsx'))

type TextDialogState = { kind: 'change' | 'versions'; text: LegalText }

const shownWhere: Record<LegalText['name'], string> = {
  terms: 'The Terms page; accepted at the review',
  privacy: 'The Privacy page',
  competition_code: 'Accepted at the review by registrations that compete',
}

const columnsOf = (may: boolean, onOpen: (openDialog: TextDialogState) => void): readonly Column<LegalText>[] => [
  {
    key: 'name',
    header: 'Text',
    sort: ({ name }) => legalTextTitles[name],
    width: 'minmax(0, 1.6fr)',
    cell: ({ name }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <strong style={{ fontWeight: 560 }}>{legalTextTitles[name]}</strong>
        <span className={styles['second']}>{shownWhere[name]}</span>
      </span>
    ),
  },
  {
    key: 'version',
    header: 'Version',
    sort: ({ since }) => since,
    width: 'minmax(0, 1fr)',
    cell: ({ version, since }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        Version {version}
        <span className={styles['second']}>since {dayText(since)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    sort: ({ unsaid }) => unsaid.length,
    width: 'minmax(0, 1.4fr)',
    cell: ({ unsaid }) =>
      unsaid.length === 0 ? (
        <StatusBadge state="done">Complete</StatusBadge>
      ) : (
        <StatusBadge state="standby">Does not mention {unsaid.join('; ')}</StatusBadge>
      ),
  },
  {
    key: 'agreed',
    header: 'Agreed to',
    sort: ({ name, agreed }) => (name === 'privacy' ? null : agreed),
    align: 'end',
    width: '104px',
    cell: ({ name, agreed }) => name !== 'privacy' && agreed.toLocaleString('en-US'),
  },
  {
    key: 'acts',
    header: 'Actions',
    quietHeader: true,
    align: 'end',
    width: may ? '176px' : '104px',
    cell: (text) => (
      <span className={styles['acts']}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Versions of ${legalTextTitles[text.name]}`}
          onClick={() => onOpen({ kind: 'versions', text })}
        >
          Versions
        </Button>
        {may && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Change ${legalTextTitles[text.name]}`}
            onClick={() => onOpen({ kind: 'change', text })}
          >
            Change
          </Button>
        )}
      </span>
    ),
  },
]

/** Terms, privacy and the competition code, every version of each: as many rows as texts, so there is no search and no view. OFF-035. */
export function TextsPage() {
  const may = useSession()?.role === 'admin'
  const [openDialog, setOpenDialog] = useState<TextDialogState | null>(null)
  const { data, error, refetch } = useRead('GET /v1/office/legal-texts', {})
  const keptOrder = useAddressOrder()
  const columns = useMemo(() => columnsOf(may, setOpenDialog), [may])
  const onClose = () => setOpenDialog(null)
  return (
    <div className={styles['stack']}>
      <PageHeader title="Legal texts">
        Texts that everyone can read or must accept before submitting a registration. Changing a text creates a new
        version; earlier agreements keep the version they accepted. Texts that are signed are under Waivers.
      </PageHeader>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={5} />}
      {data && (
        <DataRows
          label="Legal texts"
          rows={data.rows}
          rowKey={({ name }) => name}
          rowName={({ name }) => legalTextTitles[name]}
          columns={columns}
          keptOrder={keptOrder}
          filter={false}
          empty={null}
        />
      )}
      <Suspense fallback={null}>
        {openDialog?.kind === 'change' && <LegalTextForm text={openDialog.text} onClose={onClose} />}
        {openDialog?.kind === 'versions' && <LegalTextVersions name={openDialog.text.name} onClose={onClose} />}
      </Suspense>
    </div>
  )
}
