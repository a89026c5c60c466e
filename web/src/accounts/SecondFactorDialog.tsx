import { codeError } from '@callboard/domain/accounts/second-factor.ts'
import { required } from '@callboard/domain/roster/contact.ts'
import { Code, Text } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { PasswordField, CodeField } from '../ui/secret-fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { QrCode } from './QrCode.tsx'

type SecondFactorProps = { user_id: number; onClose: () => void; onDone: (codes: readonly string[]) => void }

/** Sets the second step up: the password, the secret into the app, a first code back. */
export function SecondFactorDialog({ user_id, onClose, onDone }: SecondFactorProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const params = { id: user_id }
  const begin = useAct('POST /v1/mybtf/{id}/second-factor', { failure: 'in place' })
  const confirm = useAct('PUT /v1/mybtf/{id}/second-factor', {
    failure: 'in place',
    refreshes: ['GET /v1/mybtf/{id}/second-factor', 'GET /v1/mybtf/{id}/sessions'],
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })

  if (!begin.data) {
    return (
      <FormDialog
        draft="credentials"
        title="Set up a second step"
        error={begin.error}
        pending={begin.isPending}
        onSubmit={() => begin.mutate({ params, body: { password } })}
        onClose={onClose}
        submit="Continue"
      >
        <Text>
          You need an authenticator app on your phone: the passwords app it came with, or any that reads a QR code.
        </Text>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={password === '' ? required : undefined}
        />
      </FormDialog>
    )
  }
  const { uri, secret } = begin.data
  return (
    <FormDialog
      draft="credentials"
      title="Scan, then enter the code"
      error={confirm.error}
      pending={confirm.isPending}
      onSubmit={() => confirm.mutate({ params, body: { code } })}
      onClose={onClose}
      submit="Turn on"
    >
      <QrCode text={uri} label="The QR code for your authenticator app" />
      <Text size="sm">
        Cannot scan it? Enter this key in the app: <Code style={{ overflowWrap: 'anywhere' }}>{grouped(secret)}</Code>
      </Text>
      <CodeField value={code} onChange={setCode} error={codeError(code) ?? undefined} />
    </FormDialog>
  )
}

const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
