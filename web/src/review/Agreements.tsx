import { Checkbox } from '@mantine/core'
import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { notice } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import styles from './Review.module.css'

export type Agreed = { waiver: boolean; competitionCodeWaiver: boolean }

type AgreementsProps = {
  agreed: Agreed
  onChange: (change: Partial<Agreed>) => void
  /** Who competes accepts the competition code as well. A72. */
  competes: boolean
  settings: Pick<Facts['settings'], 'terms_text' | 'competition_code_text'>
  error: string | undefined
}

/** What has to be agreed to before submitting, each with its text in a popup. REV-016, A71, A72. */
export function Agreements({ agreed, onChange, competes, settings, error }: AgreementsProps) {
  return (
    <Panel title="Terms">
      <div className={styles['agreements']}>
        <Agreement
          name="terms and conditions"
          text={settings.terms_text}
          checked={agreed.waiver}
          onChange={(waiver) => onChange({ waiver })}
          error={error !== undefined && !agreed.waiver ? error : undefined}
        />
        {competes && (
          <Agreement
            name="competition code"
            text={settings.competition_code_text}
            checked={agreed.competitionCodeWaiver}
            onChange={(competitionCodeWaiver) => onChange({ competitionCodeWaiver })}
            error={error !== undefined && !agreed.competitionCodeWaiver ? error : undefined}
          />
        )}
      </div>
    </Panel>
  )
}

type AgreementProps = {
  name: string
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

const Agreement = ({ name, text, checked, onChange, error }: AgreementProps) => (
  <div className={styles['agreement']}>
    <Checkbox
      label={`I agree to the ${name}.`}
      checked={checked}
      error={error}
      {...(error !== undefined && { 'data-wrong': true })}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <button
      type="button"
      className={styles['read']}
      onClick={() => void notice({ title: capital(name), message: text })}
    >
      Read the {name}
    </button>
  </div>
)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
