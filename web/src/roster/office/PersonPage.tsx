import { birthdateText } from '@callboard/domain/roster/birthdate.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/Office.module.css'
import type { OfficePerson } from './CorrectPersonDialog.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const CorrectPersonDialog = lazy(() =>
  import('./CorrectPersonDialog.tsx').then((file) => ({ default: file.CorrectPersonDialog })),
)
const PersonOwnerDialog = lazy(() =>
  import('./PersonOwnerDialog.tsx').then((file) => ({ default: file.PersonOwnerDialog })),
)

type Holder = OfficePerson['holders'][number]

/** The account as the office names it: its person, and the studio if it has one. */
const accountName = ({ name, studio }: Pick<Holder, 'name' | 'studio'>) => (studio ? `${name} (${studio})` : name)

const columnsOf = (canChoose: boolean, onChoose: (holder: Holder) => void): readonly Column<Holder>[] => [
  {
    key: 'account',
    header: 'Account',
    sort: ({ name }) => name,
    width: 'minmax(0, 1fr)',
    cell: ({ name, studio }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {name}
        <span className={styles['second']}>{studio}</span>
      </span>
    ),
  },
  ...(canChoose
    ? [
        {
          key: 'choose',
          header: 'Make owner',
          quietHeader: true,
          align: 'end',
          width: '144px',
          phone: 'beside',
          cell: (holder) => (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Make ${accountName(holder)} the owner`}
              onClick={() => onChoose(holder)}
            >
              Make owner
            </Button>
          ),
        } satisfies Column<Holder>,
      ]
    : []),
]

/** A person of a roster, and what the office may do where the account that entered them is gone. */
export function PersonPage() {
  const id = useIdInPath()
  const [isCorrecting, setCorrecting] = useState(false)
  const [nextOwner, setNextOwner] = useState<Holder | null>(null)
  const { data, error, refetch } = useRead('GET /v1/office/people/{id}', { params: { id } })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  const { fname, lname, birthdate, age, owner, holders } = data
  const hasOwner = owner !== null
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={`${fname} ${lname}`}
        above={<Link to={paths.officeAt('people')}>People</Link>}
        actions={!hasOwner && <Button onClick={() => setCorrecting(true)}>Correct</Button>}
      >
        {birthdate ? `Born ${birthdateText(birthdate)}${age === null ? '' : `, ${age} this season`}.` : 'No birthdate.'}{' '}
        {hasOwner
          ? `Entered by ${accountName(owner)}. Only this account can change the name and birthdate.`
          : 'The account that entered this person is gone. Correct the name here, or give the person a new owner.'}
      </PageHeader>
      <Panel title="On the roster of">
        <DataRows
          label="Accounts with this person on their roster"
          rows={holders}
          rowKey={({ user_id }) => user_id}
          rowName={accountName}
          columns={columnsOf(!hasOwner, setNextOwner)}
          filter={false}
          empty={null}
        />
      </Panel>
      <Suspense fallback={null}>
        {isCorrecting && <CorrectPersonDialog person={data} onClose={() => setCorrecting(false)} />}
        {nextOwner && (
          <PersonOwnerDialog
            person={data}
            owner={{ user_id: nextOwner.user_id, name: accountName(nextOwner) }}
            onClose={() => setNextOwner(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
