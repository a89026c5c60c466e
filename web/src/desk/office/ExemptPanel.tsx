import { useAct } from '../../api/use-call.ts'
import { useSession } from '../../shell/session.ts'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { refreshed, type OfficeRecord } from '../../registrations/office/record.ts'

/** Whether passed and sold-out cities stop the account that registers here. OFF-009, SEC-010. */
export function ExemptPanel({ record: { user_id, exempt, owner, email } }: { record: OfficeRecord }) {
  const may = useSession()?.role === 'admin'
  const { mutate, isPending } = useAct('PUT /v1/office/users/{id}/exempt', {
    refreshes: refreshed,
    onSuccess: (reply) => toast(reply.exempt ? `${owner} is exempt` : `${owner} is no longer exempt`),
  })
  return (
    <Panel title="Account">
      <ToggleField
        label="Can register in past and sold-out cities"
        help={`${owner}, ${email}. ${may ? 'Valid for every city.' : 'Only administrators can change this.'}`}
        value={exempt}
        disabled={!may || isPending}
        error={undefined}
        onChange={(next) => mutate({ params: { id: user_id }, body: { exempt: next } })}
      />
    </Panel>
  )
}
