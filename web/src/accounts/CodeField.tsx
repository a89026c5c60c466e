import type { ReactNode } from 'react'
import { TextField } from '../ui/fields.tsx'

type CodeFieldProps = {
  value: string
  onChange: (code: string) => void
  error: string | undefined
  help?: ReactNode
}

/** A code of the app: phones offer it from there. A recovery code has letters, so the keyboard stays whole. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField label="Code" name="code" autoComplete="one-time-code" maxLength={40} {...props} />
)
