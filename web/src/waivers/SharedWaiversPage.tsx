import { Button } from '@mantine/core'
import { useLocation, useParams } from 'wouter'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { Reply } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Column } from '../ui/data-columns.ts'
import { DataRows } from '../ui/DataRows.tsx'
import { DayRange } from '../ui/Day.tsx'
import { Empty } from '../ui/Empty.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import styles from './Waivers.module.css'

const SignDialogs = lazy(() => import('./SignDialogs.tsx').then((file) => ({ default: file.SignDialogs })))

type SharedWaiverRow = Reply<'GET /v1/mybtf/waivers/shared/{token}'>['rows'][number]
const nameOf = ({ fname, lname }: SharedWaiverRow) => `${fname} ${lname}`

const columnsOf = (several: boolean, onSign: (row: SharedWaiverRow) => void): readonly Column<SharedWaiverRow>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: ({ fname, lname }) => `${lname} ${fname}`,
    text: nameOf,
    cell: (row) => (
      <span>
        {nameOf(row)}
        {several && <span className={styles['second']}>{row.waiver}</span>}
      </span>
    ),
  },
  {
    key: 'signed',
    header: 'Waiver',
    quietHeader: true,
    align: 'end',
    width: '140px',
    sort: ({ signed }) => Number(signed),
    cell: (row) =>
      row.signed ? (
        <StatusBadge state="done">SIGNED</StatusBadge>
      ) : (
        <Button size="compact-md" variant="light" aria-label={`SIGN for ${nameOf(row)}`} onClick={() => onSign(row)}>
          SIGN
        </Button>
      ),
  },
]

/** The page of a shared link: names with SIGN or SIGNED. WAIV-003, WAIV-022, TOK-007, TOK-010. */
export function SharedWaiversPage() {
  const { token = '' } = useParams() as { token?: string }
  const [, navigate] = useLocation()
  const { data, error, refetch } = useRead('GET /v1/mybtf/waivers/shared/{token}', { params: { token } })
  const [openRow, setOpenRow] = useState<SharedWaiverRow | null>(null)
  const several = new Set(data?.rows.map(({ waiver_type_id }) => waiver_type_id)).size > 1
  const columns = useMemo(() => columnsOf(several, setOpenRow), [several])
  const isUnknown = error?.status === 404

  useEffect(() => {
    if (isUnknown) navigate(paths.home, { replace: true })
  }, [isUnknown, navigate])

  if (error && !data && !isUnknown) return <LinkError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} columns={2} />
  const { about, today, adult_age, registration_id } = data
  return (
    <div className={styles['sheet']}>
      <PageHeader title="Waivers" above={`${about.event}, ${about.city}`}>
        <DayRange from={about.start_date} to={about.end_date} />. Find the name and sign: a parent or legal guardian
        signs for children.
      </PageHeader>
      <DataRows
        label="Participants"
        rows={data.rows}
        rowKey={({ person_id, waiver_type_id }) => `${person_id}/${waiver_type_id}`}
        rowName={nameOf}
        columns={columns}
        empty={
          <Panel>
            <Empty title="No one here needs a waiver">Ask the person who sent you this link.</Empty>
          </Panel>
        }
      />
      {openRow && (
        <Suspense fallback={null}>
          <SignDialogs
            registration_id={registration_id}
            waiver_type_id={openRow.waiver_type_id}
            waiver={openRow.waiver}
            person={{ id: openRow.person_id, fname: openRow.fname, lname: openRow.lname }}
            facts={{ today, adult_age, birthdate: null, is_minor: openRow.is_minor }}
            token={token}
            onClose={() => setOpenRow(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
