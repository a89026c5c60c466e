import { confirmationError, passwordError, passwordHint } from '@callboard/domain/accounts/password.ts'
import { Stack } from '@mantine/core'
import { PasswordField } from '../ui/secret-fields.tsx'

type NewPasswordEntry = { password: string; password2: string }

type NewPasswordProps = { entry: NewPasswordEntry; onChange: (entry: NewPasswordEntry) => void }

/** A new password and its repetition. */
export const NewPassword = ({ entry, onChange }: NewPasswordProps) => (
  <Stack gap="lg">
    <PasswordField
      label="New Password"
      name="password"
      autoComplete="new-password"
      help={passwordHint}
      value={entry.password}
      onChange={(password) => onChange({ ...entry, password })}
      error={passwordError(entry.password) ?? undefined}
    />
    <PasswordField
      label="Confirm Password"
      name="password2"
      autoComplete="new-password"
      value={entry.password2}
      onChange={(password2) => onChange({ ...entry, password2 })}
      error={confirmationError('Passwords', entry.password, entry.password2) ?? undefined}
    />
  </Stack>
)
