import { explain } from '@callboard/domain/refusals.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { confirm, notice } from '../../ui/dialogs.ts'
import { Day } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Sections } from '../../ui/Sections.tsx'
import { BillSkeleton, RowsSkeleton, TitleSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { WithBill } from '../../ui/Bill.tsx'
import { AgreementsPanel } from '../../registrations/office/AgreementsPanel.tsx'
import { AuditList } from './AuditList.tsx'
import { ChangesPanel } from '../../registrations/office/ChangesPanel.tsx'
import { AuthorizationsPanel } from '../../payments/office/AuthorizationsPanel.tsx'
import { ExceptionsPanel } from '../../payments/office/ExceptionsPanel.tsx'
import { ExemptPanel } from './ExemptPanel.tsx'
import { NominationsPanel } from '../../registrations/office/NominationsPanel.tsx'
import { NotesForm } from '../../registrations/office/NotesForm.tsx'
import { OfficeBill } from '../../registrations/office/OfficeBill.tsx'
import { PaymentDialog } from '../../payments/office/PaymentDialog.tsx'
import { CreditPanel } from '../../payments/office/MoneyPanels.tsx'
import { PaymentsPanel } from '../../payments/office/PaymentsPanel.tsx'
import { lineName, RegistrationBadge } from '../../registrations/office/registration-columns.tsx'
import { People, Routines } from './RegistrationContents.tsx'
import type { OfficeRecord } from '../../registrations/office/record.ts'
import { refreshed } from '../../registrations/office/record.ts'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { statusOf } from '@callboard/domain/registrations/registration-status.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const OfficeEditDialog = lazy(() => import('../../registrations/office/OfficeEditDialog.tsx'))

/** One registration on the desk: who and what, its money line by line, and what can be done with it. */
export function RegistrationPage() {
  const id = useIdInPath()
  const { data, error, refetch } = useRead('GET /v1/office/registrations/{id}', { params: { id } })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div className={styles['stack']}>
        <TitleSkeleton />
        <WithBill bill={<BillSkeleton />}>
          <RowsSkeleton rows={10} columns={5} />
        </WithBill>
      </div>
    )
  }
  return <LoadedRegistration key={data.id} record={data} />
}

function LoadedRegistration({ record }: { record: OfficeRecord }) {
  const [paying, setPaying] = useState(false)
  const [isEditing, setEditing] = useState(false)
  useViewed(record)
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={lineName(record)}
        above={
          <Link to={paths.officeAt(`tour-dates/${record.tour_date_id}`)}>
            {record.event}, {record.city}, <Day date={record.start_date} />
          </Link>
        }
        actions={<Actions record={record} onPay={() => setPaying(true)} onEdit={() => setEditing(true)} />}
      >
        <span className={styles['pair']}>
          <RegistrationBadge of={record} />
          <span>
            Registration #{record.id}, {record.owner}, {record.email}
          </span>
          {record.paying_by_check && <span>Pays by check</span>}
          {record.studio_id !== null && <Link to={paths.officeAt(`studios/${record.studio_id}`)}>Studio settings</Link>}
        </span>
      </PageHeader>
      {statusOf(record) === 'completed' && record.blocked_by && (
        <p className={styles['notice']} id="blocked" style={{ margin: 0 }}>
          {record.blocked_by.message}
        </p>
      )}
      {record.office_edit && (
        <p className={styles['notice']} style={{ margin: 0 }}>
          {`${record.office_edit.name} is editing this registration for its owner: ${record.office_edit.office_reason}`}
        </p>
      )}
      <WithBill bill={<OfficeBill record={record} />}>
        <Sections label="Sections of this registration" isNarrow>
          <ExceptionsPanel exceptions={record.exceptions} zone={record.time_zone} />
          <CreditPanel record={record} />
          <ChangesPanel record={record} />
          <People record={record} />
          <Routines record={record} />
          {record.scholarship_donation && (
            <Panel title="Scholarship donation">
              <a href={record.scholarship_donation.url} target="_blank" rel="noreferrer">
                {record.scholarship_donation.name}
              </a>
            </Panel>
          )}
          <NominationsPanel record={record} />
          <AgreementsPanel record={record} />
          <PaymentsPanel record={record} onPay={() => setPaying(true)} />
          <AuthorizationsPanel record={record} />
          <Panel title="Office records">
            <NotesForm record={record} />
          </Panel>
          <ExemptPanel record={record} />
          <Panel title="Office history" flush>
            <AuditList rows={record.audit} onItsPage />
          </Panel>
        </Sections>
      </WithBill>
      {isEditing && (
        <Suspense fallback={null}>
          <OfficeEditDialog record={record} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {paying && <PaymentDialog record={record} onClose={() => setPaying(false)} />}
    </div>
  )
}

/** Opening it is looking at it. A98. */
function useViewed({ id, viewed, completed }: OfficeRecord) {
  const { mutate } = useAct('PUT /v1/office/registrations/{id}', { refreshes: refreshed, failure: 'in place' })
  const isReported = useRef(false)
  useEffect(() => {
    if (viewed || !completed || isReported.current) return
    isReported.current = true
    mutate({ params: { id }, body: { viewed: true } })
  }, [id, viewed, completed, mutate])
}

function Actions({ record, onPay, onEdit }: { record: OfficeRecord; onPay: () => void; onEdit: () => void }) {
  const { id, blocked_by } = record
  const status = statusOf(record)
  const params = { id }
  const confirming = useAct('POST /v1/office/registrations/{id}/confirm', {
    refreshes: refreshed,
    onSuccess: (reply) => toast(reply.confirmed ? 'Confirmed' : 'Confirmation undone'),
  })
  const saving = useAct('PUT /v1/office/registrations/{id}', { refreshes: refreshed, failure: 'in place' })
  const takeOut = () =>
    record.paid > 0
      ? notice({
          title: 'This registration cannot be deleted yet',
          message: explain({ code: 'office.delete_paid', field: 'deleted', paid: record.paid }),
        })
      : confirm({
          title: 'Delete this registration?',
          message: 'Its places are released and its studio no longer sees it. You can restore it.',
          yes: 'Yes, delete it',
          no: 'No, keep it',
          consequence: 'loss',
          act: () => saving.mutateAsync({ params, body: { deleted: true } }),
        })

  if (status === 'deleted') {
    return (
      <Button variant="default" onClick={() => saving.mutate({ params, body: { deleted: false } })}>
        Restore
      </Button>
    )
  }
  return (
    <>
      <Button variant="default" onClick={() => void takeOut()}>
        Delete
      </Button>
      <Button variant="default" onClick={onPay}>
        Record payment
      </Button>
      {record.completed && (
        <Button variant="default" onClick={onEdit}>
          {record.office_edit ? 'Continue editing' : 'Edit registration'}
        </Button>
      )}
      {status === 'confirmed' && (
        <Button
          variant="default"
          loading={confirming.isPending}
          onClick={() => confirming.mutate({ params, body: { confirmed: false } })}
        >
          Undo confirmation
        </Button>
      )}
      {status === 'completed' && (
        <Button
          loading={confirming.isPending}
          disabled={blocked_by !== null}
          {...(blocked_by && { 'aria-describedby': 'blocked' })}
          onClick={() => confirming.mutate({ params, body: { confirmed: true } })}
        >
          Confirm
        </Button>
      )}
    </>
  )
}
