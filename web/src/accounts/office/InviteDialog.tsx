import { invitationDays, staffRoles, type StaffRole } from '@callboard/domain/accounts/invitation.ts'
import { roleWords } from '@callboard/domain/accounts/role.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import { Radio, Stack } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { TextField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

/** Invites somebody to the office by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formDraft = useDraft('accounts/invite')
  const [person, setPerson] = useDraftState(formDraft, 'person', { email: '', fname: '', lname: '' })
  const [role, setRole] = useDraftState<StaffRole>(formDraft, 'role', 'office')
  const { mutate, isPending, error } = useAct('POST /v1/office/invitations', {
    refreshes: ['GET /v1/office/invitations', 'GET /v1/office/audit'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(`Invitation emailed to ${person.email.trim()}`)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Invite to the office"
      draft={formDraft}
      error={error}
      pending={isPending}
      submit="Send invitation"
      onClose={onClose}
      onSubmit={() => mutate({ body: { ...person, role } })}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        value={person.email}
        help={`We email a link that works once, for ${invitationDays} days.`}
        maxLength={254}
        onChange={(email) => setPerson({ ...person, email })}
        error={emailError(person.email, true) ?? undefined}
      />
      <FieldRow>
        <TextField
          label="First name"
          name="fname"
          maxLength={60}
          value={person.fname}
          onChange={(fname) => setPerson({ ...person, fname })}
          error={person.fname.trim() ? undefined : 'Required'}
        />
        <TextField
          label="Last name"
          name="lname"
          maxLength={60}
          value={person.lname}
          onChange={(lname) => setPerson({ ...person, lname })}
          error={person.lname.trim() ? undefined : 'Required'}
        />
      </FieldRow>
      <Radio.Group
        label="Role"
        name="role"
        value={role}
        onChange={(next) => setRole(staffRoles.find((one) => one === next) ?? role)}
      >
        <Stack gap="xs" mt="xs">
          {staffRoles.map((one) => (
            <Radio key={one} value={one} label={roleWords[one].name} description={roleWords[one].about} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
