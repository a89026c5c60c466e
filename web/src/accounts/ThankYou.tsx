import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { failureSentence } from '../api/failure.ts'
import { paths } from '../shell/paths.ts'
import { sessionQuery, useSession } from '../shell/session.ts'
import { useContinueOnceConfirmed } from './sign-in-redirect.ts'
import { FormPage } from './FormPage.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useAct } from '../api/use-call.ts'
import { notice } from '../ui/dialogs.ts'

/** After a sign-up: what happens next. ACC-030. */
export function ThankYou() {
  const user = useSession()
  useContinueOnceConfirmed()
  return (
    <FormPage title="Thank you" lead="One thing left: confirm your email.">
      <Stack gap="lg">
        <Text>
          A confirmation email was sent to <strong>{user?.email}</strong>. Open its link and this page will continue
          automatically.
        </Text>
        <ConfirmationActions>
          <ResendConfirmation label="resend confirmation email" />
        </ConfirmationActions>
      </Stack>
    </FormPage>
  )
}

/** The actions of a page that waits for the confirmation: `children`, and a check that says its answer in place. */
export function ConfirmationActions({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [answer, setAnswer] = useState<string | null>(null)
  async function check() {
    // A sentence that stays the same would not be read out again.
    setAnswer(null)
    try {
      const user = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
      // Once confirmed, the page goes on by itself.
      if (user && !user.confirmed) setAnswer(unconfirmed)
    } catch (error) {
      setAnswer(failureSentence(error) ?? null)
    }
  }
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {children}
        <Button
          variant="subtle"
          component="a"
          href={paths.awaitingConfirmation}
          onClick={(event) => {
            event.preventDefault()
            void check()
          }}
        >
          I’ve confirmed my email
        </Button>
      </Group>
      <output>{answer && <StatusBadge state="stop">{answer}</StatusBadge>}</output>
    </Stack>
  )
}

const unconfirmed = 'Your email is not confirmed yet. Open the link we sent, or have it sent again.'

export function ResendConfirmation({ label }: { label: string }) {
  const resend = useAct('POST /v1/mybtf/resend-confirmation', {
    onSuccess: () =>
      void notice({
        title: 'Confirmation Email Sent!',
        message: 'Please check your inbox, and your junk or spam folder as well.',
      }),
  })
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ body: {} })}>
      {label}
    </Button>
  )
}
