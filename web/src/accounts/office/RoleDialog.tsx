import { roles, roleWords, type Role } from '@callboard/domain/accounts/role.ts'
import { Radio, Stack } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import type { Reply } from '../../api/call.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type AccountLine = Reply<'GET /v1/office/users'>['rows'][number]

/** Gives an account a role in the office, or takes it away. */
export function RoleDialog({ account, onClose }: { account: AccountLine; onClose: () => void }) {
  const formDraft = useDraft('accounts/role', account.id)
  const [role, setRole] = useDraftState<Role>(formDraft, 'role', account.role)
  const [reason, setReason] = useDraftState(formDraft, 'reason', '')
  const { mutate, isPending, error } = useAct('PUT /v1/office/users/{id}/role', {
    refreshes: ['GET /v1/office/users', 'GET /v1/office/audit'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(`Role of ${account.email}: ${roleWords[role].name}`)
      onClose()
    },
  })
  const submit = () => mutate({ params: { id: account.id }, body: { role, reason } })
  return (
    <Dialog opened title={`Role of ${account.name}`} onCancel={onClose}>
      <Form draft={formDraft} error={error} pending={isPending} onSubmit={submit}>
        <p style={{ margin: 0 }}>
          {account.email} is signed out everywhere and notified by email. The office asks for a second step at the next
          sign-in.
        </p>
        <Radio.Group
          label="Role"
          name="role"
          value={role}
          onChange={(next) => setRole(roles.find((one) => one === next) ?? account.role)}
        >
          <Stack gap="xs" mt="xs">
            {roles.map((one) => (
              <Radio key={one} value={one} label={roleWords[one].name} description={roleWords[one].about} />
            ))}
          </Stack>
        </Radio.Group>
        <LongTextField
          label="Reason"
          name="reason"
          lines={2}
          help="The reason for the change. Kept in the audit log."
          value={reason}
          onChange={setReason}
          error={reason.trim() === '' ? 'Please say why.' : undefined}
          maxLength={500}
        />
        <DialogSubmit draft={formDraft} onClose={onClose} pending={isPending}>
          Change role
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
