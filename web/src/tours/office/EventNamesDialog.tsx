import { eventAddressError } from '@callboard/domain/tours/brand-look.ts'
import { TextField } from '../../ui/fields.tsx'
import type { FormError } from '../../ui/form-state.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import styles from '../../ui/Office.module.css'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

const asAddress = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)

type EventNames = { name: string; subdomain: string; support_email: string }

type EventNamesDialogProps = {
  title: string
  about: string
  error: FormError | null | undefined
  pending: boolean
  /** `onDone` forgets what was typed, once the event is there. */
  onSubmit: (names: EventNames, onDone: () => void) => void
  onClose: () => void
}

/** The names of a new tour: everything else is set on its own page. OFF-001. */
export function EventNamesDialog({ title, about, error, pending, onSubmit, onClose }: EventNamesDialogProps) {
  const formDraft = useDraft('tours/event-names', title)
  const [name, setName] = useDraftState(formDraft, 'name', '')
  const [subdomainText, setSubdomainText] = useDraftState<string | null>(formDraft, 'subdomainText', null)
  const [support_email, setEmail] = useDraftState(formDraft, 'support_email', '')
  const subdomain = subdomainText ?? asAddress(name)
  const onDone = () => {
    formDraft.clear()
    toast('Draft created')
  }
  return (
    <FormDialog
      title={title}
      draft={formDraft}
      error={error}
      pending={pending}
      onSubmit={() => onSubmit({ name: name.trim(), subdomain, support_email: support_email.trim() }, onDone)}
      onClose={onClose}
      submit="Create draft"
    >
      <p className={styles['plain']}>{about}</p>
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        error={name.trim() ? undefined : 'Required'}
        maxLength={80}
      />
      <TextField
        label="Web address"
        name="subdomain"
        help="Lowercase letters, digits and hyphens."
        value={subdomain}
        onChange={setSubdomainText}
        error={eventAddressError(subdomain)}
        maxLength={40}
      />
      <TextField
        label="Email for questions"
        name="support_email"
        type="email"
        inputMode="email"
        value={support_email}
        onChange={setEmail}
        error={/^\S+@\S+\.\S+$/.test(support_email.trim()) ? undefined : 'Enter an email address.'}
        maxLength={120}
      />
    </FormDialog>
  )
}
