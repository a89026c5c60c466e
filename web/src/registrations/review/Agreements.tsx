import { lazy, Suspense, useId, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './Review.module.css'

const LegalTextDialog = lazy(() => import('./LegalTextDialog.tsx'))

export type AgreementState = { waiver: boolean; competitionCodeWaiver: boolean }

type ShownLegalText = {
  /** Undefined while it is on its way. */
  data: Reply<'GET /v1/legal-texts/{name}'> | undefined
  error: unknown
  refetch: () => unknown
}
type LegalTexts = { terms: ShownLegalText; competition_code: ShownLegalText }

type AgreementsProps = {
  agreements: AgreementState
  onChange: (change: Partial<AgreementState>) => void
  /** Registrations with routines also accept the competition code. A72. */
  competes: boolean
  /** As they are now. */
  texts: LegalTexts
  error: string | undefined
}

/** Agreements required before submitting, beside the button that submits, each with its text in a dialog. REV-016, A71, A72. */
export function Agreements({ agreements, onChange, competes, texts, error }: AgreementsProps) {
  const heading = useId()
  const errorId = useId()
  return (
    <section aria-labelledby={heading} className={styles['agreements']} data-review>
      <h2 id={heading}>Terms</h2>
      <Agreement
        name="terms and conditions"
        text={texts.terms}
        checked={agreements.waiver}
        onChange={(waiver) => onChange({ waiver })}
        errorId={error !== undefined && !agreements.waiver ? errorId : undefined}
      />
      {competes && (
        <Agreement
          name="competition code"
          text={texts.competition_code}
          checked={agreements.competitionCodeWaiver}
          onChange={(competitionCodeWaiver) => onChange({ competitionCodeWaiver })}
          errorId={error !== undefined && !agreements.competitionCodeWaiver ? errorId : undefined}
        />
      )}
      {error !== undefined && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
    </section>
  )
}

type AgreementProps = {
  name: string
  text: ShownLegalText
  checked: boolean
  onChange: (isChecked: boolean) => void
  /** Of the sentence that says why it has to be ticked; undefined: it has not been asked for. */
  errorId: string | undefined
}

function Agreement({ name, text, checked, onChange, errorId }: AgreementProps) {
  const [reading, setReading] = useState(false)
  return (
    <div className={styles['agreement']}>
      <Checkbox
        label={`I agree to the ${name}.`}
        checked={checked}
        {...(errorId !== undefined && { 'data-wrong': true, 'aria-invalid': true, 'aria-describedby': errorId })}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <button type="button" className={styles['read']} onClick={() => setReading(true)}>
        Read the {name}
      </button>
      {reading && (
        <Suspense fallback={null}>
          <LegalTextDialog title={capital(name)} reading={text} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
