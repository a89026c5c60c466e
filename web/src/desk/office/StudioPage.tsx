import { StudioRecord } from '../../accounts/StudioRecord.tsx'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { columns, lineName } from '../../registrations/office/registration-columns.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const flags = [
  { name: 'flagged', label: 'Flagged', help: 'Must pay in full: no deposit, no paying later by check.' },
  {
    name: 'bypass_deposit',
    label: 'Needs no deposit',
    help: 'Follows the setting for studios without a deposit.',
  },
  {
    name: 'bypass_removed_routine_fee',
    label: 'No fee for removed routines',
    help: 'Routines taken out before the deadline cost nothing.',
  },
  {
    name: 'bypass_removed_routine_fee_post_deadline',
    label: 'No fee for removed routines after the deadline',
    help: 'Routines taken out late cost nothing either.',
  },
] as const

const contactRoute = 'GET /v1/office/studios/{id}/profile'

/** The studio's own data, editable by the office. OFF-039. */
function ContactData({ id, read }: { id: number; read: ReturnType<typeof useRead<typeof contactRoute>> }) {
  const { data, error, refetch } = read
  const save = useAct('PUT /v1/office/studios/{id}', {
    failure: 'in place',
    refreshes: [contactRoute, 'GET /v1/office/studios/{id}', 'GET /v1/office/studios'],
    onSuccess: () => toast('Contact data saved'),
  })
  if (!data) return error && <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <StudioRecord
      studio={data}
      title="Contact data"
      edit="Correct contact data"
      error={save.error}
      pending={save.isPending}
      onSave={(body, onSuccess) => save.mutate({ params: { id }, body }, { onSuccess })}
    />
  )
}

/** Shows a studio's data, its settings and its registrations. OFF-021, OFF-039. */
export function StudioPage() {
  const id = useIdInPath()
  const { data, error, refetch } = useRead('GET /v1/office/studios/{id}', { params: { id } })
  const { mutate, isPending } = useAct('PUT /v1/office/studios/{id}/flags', {
    refreshes: ['GET /v1/office/studios/{id}', 'GET /v1/office/registrations/{id}'],
    onSuccess: () => toast('Saved'),
  })
  // Read beside the studio, and waited for: panels below the contact data would be pushed down when they come.
  const contact = useRead(contactRoute, { params: { id } })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || contact.isPending) return <FormSkeleton />
  return (
    <div className={styles['stack']}>
      <PageHeader title={data.name} above={<Link to={paths.officeAt('studios')}>Studios</Link>}>
        {data.claimed ? 'The owner has an account.' : 'Not claimed yet.'}
      </PageHeader>
      <ContactData id={data.id} read={contact} />
      <Panel title="Studio settings">
        <div className={styles['switches']}>
          {flags.map(({ name, label, help }) => (
            <ToggleField
              key={name}
              label={label}
              help={help}
              value={data[name]}
              disabled={isPending}
              error={undefined}
              onChange={(value) => mutate({ params: { id: data.id }, body: { [name]: value } })}
            />
          ))}
        </div>
      </Panel>
      <section className={`${styles['tight']} ${styles['manyColumns']}`} aria-label="Registrations">
        <div className={styles['headed']}>
          <h2>Registrations</h2>
        </div>
        <DataRows
          label="Registrations"
          rows={data.registrations}
          rowKey={(row) => row.id}
          rowName={lineName}
          columns={columns}
          filter={false}
          empty={
            <Panel>
              <Empty title="No registrations yet">Registrations of this studio appear here.</Empty>
            </Panel>
          }
        />
      </section>
    </div>
  )
}
