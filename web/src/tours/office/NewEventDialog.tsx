import { useRouter } from '@tanstack/react-router'
import { paths } from '../../shell/paths.ts'
import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, Submit } from '../../ui/Form.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

const asAddress = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)

/** A new tour: its name, its address, and who is written to; everything else is set on its own page. OFF-001. */
export function NewEventDialog({ onClose }: { onClose: () => void }) {
  const formDraft = useDraft('tours/new-event')
  const [name, setName] = useDraftState(formDraft, 'name', '')
  const [subdomainText, setSubdomainText] = useDraftState<string | null>(formDraft, 'subdomainText', null)
  const [support_email, setEmail] = useDraftState(formDraft, 'support_email', '')
  const router = useRouter()
  const { mutate, isPending, error } = useAct('POST /v1/office/events', {
    refreshes: ['GET /v1/office/events'],
    failure: 'in place',
    onSuccess: ({ id }) => {
      formDraft.clear()
      toast('Event created')
      onClose()
      void router.navigate({ href: paths.officeAt(`events/${id}`) })
    },
  })
  const subdomain = subdomainText ?? asAddress(name)
  return (
    <Dialog opened title="New event" onCancel={onClose}>
      <Form
        draft={formDraft}
        error={error}
        pending={isPending}
        onSubmit={() => mutate({ body: { name: name.trim(), subdomain, support_email: support_email.trim() } })}
      >
        <TextField
          label="Name"
          name="name"
          value={name}
          onChange={setName}
          error={name.trim() ? undefined : 'Required'}
          maxLength={80}
        />
        <TextField
          label="Subdomain"
          name="subdomain"
          help="Small letters, digits and hyphens."
          value={subdomain}
          onChange={setSubdomainText}
          error={/^[a-z0-9-]{2,40}$/.test(subdomain) ? undefined : 'Two to forty small letters, digits or hyphens.'}
          maxLength={40}
        />
        <TextField
          label="Support address"
          name="support_email"
          type="email"
          inputMode="email"
          value={support_email}
          onChange={setEmail}
          error={/^\S+@\S+\.\S+$/.test(support_email.trim()) ? undefined : 'Enter an email address.'}
          maxLength={120}
        />
        <Submit pending={isPending}>Create event</Submit>
      </Form>
    </Dialog>
  )
}
