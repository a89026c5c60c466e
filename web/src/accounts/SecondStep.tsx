import { codeError } from '@callboard/domain/accounts/second-factor.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import type { SignedIn } from '../shell/session.ts'
import { useErrorAt } from '../ui/form-state.ts'
import { Form, Submit } from '../ui/Form.tsx'
import { CodeField } from '../ui/secret-fields.tsx'
import { FormPage } from './FormPage.tsx'

type SecondStepProps = {
  second_step: string
  onSignedIn: (user: SignedIn) => void
  onStartOver: () => void
}

/** The password was right; now the code. */
export function SecondStep({ second_step, onSignedIn, onStartOver }: SecondStepProps) {
  const [code, setCode] = useState('')
  const finish = useAct('POST /v1/mybtf/signin/second-step', {
    failure: 'in place',
    onSuccess: ({ user }) => onSignedIn(user),
  })
  const error = useErrorAt(finish.error, 'code')
  return (
    <FormPage title="One more step" lead="Your authenticator app shows a six-digit code for Callboard.">
      <Form
        draft="credentials"
        error={error}
        pending={finish.isPending}
        onSubmit={() => finish.mutate({ body: { second_step, code } })}
      >
        <CodeField
          value={code}
          onChange={setCode}
          takesFocus
          error={codeError(code) ?? undefined}
          help="No phone? Use one of your recovery codes."
        />
        <Submit
          pending={finish.isPending}
          beside={
            <Button variant="default" onClick={onStartOver}>
              Start over
            </Button>
          }
        >
          Sign in
        </Submit>
      </Form>
    </FormPage>
  )
}
