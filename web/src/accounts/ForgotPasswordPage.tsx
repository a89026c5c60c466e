import { emailError } from '@callboard/domain/roster/contact.ts'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { Link } from '../ui/Link.tsx'
import { FormPage } from './FormPage.tsx'

/** The event whose site led here, when the link says so. ACC-018, ACC-088. */
const eventOfLink = () => new URLSearchParams(window.location.search).get('event') ?? undefined

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const forgot = useAct('POST /v1/mybtf/forgot', { failure: 'in place' })
  const event_name = eventOfLink()

  return (
    <FormPage
      title="Forgot your password?"
      lead="We’ll email you a link to choose a new one."
      aside={<Link to={paths.signin}>Back to sign in</Link>}
    >
      {forgot.isSuccess ? (
        <Stack gap="sm" component="output">
          <StatusBadge state="done">Email Sent</StatusBadge>
          <Text>
            If there is an account with this address, a link is on its way. It works once, for 2 hours. Please check
            your spam folder too.
          </Text>
        </Stack>
      ) : (
        <Form
          draft="one choice"
          error={forgot.error}
          pending={forgot.isPending}
          onSubmit={() => forgot.mutate({ body: { email, ...(event_name && { event_name }) } })}
        >
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            error={emailError(email, true) ?? undefined}
          />
          <Submit pending={forgot.isPending}>SEND EMAIL</Submit>
        </Form>
      )}
    </FormPage>
  )
}
