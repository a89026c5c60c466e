import { checkSignature } from '@callboard/domain/waivers/request.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { useFieldError } from '../ui/form-state.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import styles from './Waivers.module.css'

export type Signature = { agreed: boolean; signature: string }

type SignatureFieldsProps = {
  value: Signature
  onChange: (value: Signature) => void
  /** Label of the signer's name. */
  signer: string
  waiver: string
  text: string
}

/** Agreeing, which shows the words, and the input name. WAIV-008, WAIV-009, A69. */
export function SignatureFields({ value, onChange, signer, waiver, text }: SignatureFieldsProps) {
  const [reading, setReading] = useState(false)
  const { agreed, signature } = value
  const signatureCheck = checkSignature({ agreed, signature, signer })
  const wrong = signatureCheck.ok ? undefined : explain(signatureCheck.refusal)
  const nameCheck = checkSignature({ agreed: true, signature, signer })
  const { visibleError, onBlur, marks } = useFieldError('agreed', agreed ? undefined : wrong)
  return (
    <>
      <div className={styles['agreement']}>
        <Checkbox
          label="I agree to the terms and conditions of this waiver."
          checked={agreed}
          error={visibleError}
          onBlur={onBlur}
          // Checking the box opens the text, which has the button that agrees.
          onChange={() => (agreed ? onChange({ ...value, agreed: false }) : setReading(true))}
          {...marks}
        />
        <button type="button" className={styles['read']} onClick={() => setReading(true)}>
          Read the waiver
        </button>
      </div>
      <TextField
        label="Your name, as your signature"
        name="signature"
        {...(signer.trim() && { help: `Type: ${signer}` })}
        maxLength={140}
        value={signature}
        onChange={(input) => onChange({ ...value, signature: input })}
        error={nameCheck.ok ? undefined : explain(nameCheck.refusal)}
      />
      {reading && (
        <Terms
          waiver={waiver}
          text={text}
          onAnswer={(answer) => {
            setReading(false)
            if (answer !== undefined) onChange({ ...value, agreed: answer })
          }}
        />
      )}
    </>
  )
}

type TermsProps = { waiver: string; text: string; onAnswer: (isAgreed: boolean | undefined) => void }

function Terms({ waiver, text, onAnswer }: TermsProps) {
  return (
    <Dialog opened title={waiver} onCancel={() => onAnswer(undefined)} width={640}>
      <p className={styles['terms']}>{text}</p>
      <Group gap="xs" mt="lg">
        <Button onClick={() => onAnswer(true)} data-autofocus>
          I agree
        </Button>
        <Button variant="default" onClick={() => onAnswer(false)}>
          I do not agree
        </Button>
      </Group>
    </Dialog>
  )
}
