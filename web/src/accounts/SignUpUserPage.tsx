import { confirmationError, passwordError, passwordHint } from '@callboard/domain/accounts/password.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { emailError, isBlank, required } from '@callboard/domain/roster/contact.ts'
import { Stack } from '@mantine/core'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useBeginSession } from '../shell/session.ts'
import { notice } from '../ui/dialogs.ts'
import { SelectField, TextField } from '../ui/fields.tsx'
import { PasswordField } from '../ui/secret-fields.tsx'
import { FieldRow, Form, Submit } from '../ui/Form.tsx'
import { Link } from '../ui/Link.tsx'
import { usePeopleLists } from './AddressFields.tsx'
import { FormPage } from './FormPage.tsx'
import { ThankYou } from './ThankYou.tsx'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

const empty = { fname: '', lname: '', email: '', email2: '', password: '', password2: '' }

export function SignUpUserPage() {
  const lists = usePeopleLists()
  const formDraft = useDraft('accounts/sign-up')
  const [entry, setEntry] = useDraftState(formDraft, 'entry', empty)
  const [person_type_id, setType] = useDraftState<number | null>(formDraft, 'person_type_id', null)
  const beginSession = useBeginSession()
  const signUp = useAct('POST /v1/mybtf/signup', {
    failure: 'in place',
    onSuccess: ({ user }) => {
      formDraft.clear()
      beginSession(user)
    },
  })
  const set = (field: keyof typeof empty) => (value: string) => setEntry({ ...entry, [field]: value })
  if (signUp.isSuccess) return <ThankYou />

  const { fname, lname, email, email2, password, password2 } = entry
  const need = (text: string) => (isBlank(text) ? required : undefined)

  function submit() {
    if (person_type_id === null) return
    signUp.mutate(
      { body: { person: { fname, lname, person_type_id }, user: { email, password } } },
      {
        onError: ({ field, message }) => {
          if (field === 'email') void notice({ title: 'Sorry!', message })
        },
      },
    )
  }

  return (
    <FormPage
      title="Individual account"
      lead="For a dancer, a teacher or a parent."
      aside={
        <span>
          For a whole studio: <Link to={paths.signupStudio}>studio account</Link>
        </span>
      }
    >
      <Form draft={formDraft} error={signUp.error} pending={signUp.isPending} onSubmit={submit}>
        <Stack gap="lg">
          <FieldRow>
            <TextField
              label="First name"
              name="fname"
              autoComplete="given-name"
              maxLength={60}
              value={fname}
              onChange={set('fname')}
              error={need(fname)}
            />
            <TextField
              label="Last name"
              name="lname"
              autoComplete="family-name"
              maxLength={60}
              value={lname}
              onChange={set('lname')}
              error={need(lname)}
            />
          </FieldRow>
          <SelectField
            label="I am a…"
            name="person_type_id"
            value={person_type_id}
            onChange={setType}
            options={typesOfGroup(lists?.person_types ?? [], 'user').map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
            error={person_type_id === null ? required : undefined}
          />
          <FieldRow>
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              value={email}
              onChange={set('email')}
              error={emailError(email, true) ?? undefined}
            />
            <TextField
              label="Repeat email"
              name="email2"
              type="email"
              autoComplete="off"
              value={email2}
              onChange={set('email2')}
              error={confirmationError('Emails', email, email2) ?? undefined}
            />
          </FieldRow>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            help={passwordHint}
            value={password}
            onChange={set('password')}
            error={passwordError(password) ?? undefined}
          />
          <PasswordField
            label="Repeat password"
            name="password2"
            autoComplete="new-password"
            value={password2}
            onChange={set('password2')}
            error={confirmationError('Passwords', password, password2) ?? undefined}
          />
        </Stack>
        <Submit pending={signUp.isPending}>Sign up</Submit>
      </Form>
    </FormPage>
  )
}
