import { emailError } from '@callboard/domain/roster/contact.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAct, useRead } from '../api/use-call.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { FormPage } from './FormPage.tsx'

type SetupLinkFormProps = {
  studio: { id: number; name: string }
  email: string
  known: boolean
  onBack: () => void
}

/** Sends the link that claims a studio to its account's address. ACC-034, ACC-036, ACC-038. */
export function SetupLinkForm({ studio, email: startEmail, known, onBack }: SetupLinkFormProps) {
  const [email, setEmail] = useState(startEmail)
  const studioRecord = useRead('GET /v1/mybtf/studios/{id}', { params: { id: studio.id } }).data
  const send = useAct('POST /v1/mybtf/studios/{id}/sendSetupEmail', { failure: 'in place' })
  const hint = studioRecord?.primary_mybtf_user?.email

  return (
    <FormPage title={studioRecord?.name ?? studio.name} lead="We’ll email the studio a link to set up its account.">
      <Stack gap="lg">
        {known && (
          <output>
            <StatusBadge state="standby">It looks like we already have an account set up for you!</StatusBadge>
          </output>
        )}
        {send.isSuccess ? (
          <Stack gap="sm" component="output">
            <StatusBadge state="done">We have sent instructions to {email.trim()}</StatusBadge>
            <Text>The link in that email works once, for 3 days. Please check your spam folder too.</Text>
          </Stack>
        ) : (
          <Form
            draft="one choice"
            error={send.error}
            pending={send.isPending}
            onSubmit={() => send.mutate({ params: { id: studio.id }, body: { email } })}
          >
            <TextField
              label="The studio’s email"
              name="email"
              type="email"
              autoComplete="email"
              help={hint && `The address we have on file looks like ${hint}.`}
              value={email}
              onChange={setEmail}
              error={emailError(email, true) ?? undefined}
            />
            <Submit
              pending={send.isPending}
              beside={
                <Button variant="default" onClick={onBack}>
                  Back
                </Button>
              }
            >
              Send instructions
            </Submit>
          </Form>
        )}
      </Stack>
    </FormPage>
  )
}
