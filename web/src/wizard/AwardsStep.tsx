import { isBoundByCompletion } from '@callboard/domain/registrations/registration-status.ts'
import { usd, type Cents } from '@callboard/domain/kernel/money.ts'
import { whyNotNominated } from '@callboard/domain/registrations/nominations/check-nominations.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import { nominationWording } from '@callboard/domain/registrations/nominations/refusals.ts'
import { stepOfNominations } from '@callboard/domain/registrations/nominations/nomination.ts'
import { AwardCategories } from '../registrations/nominations/AwardCategories.tsx'
import styles from '../registrations/nominations/Nominations.module.css'
import { StepPage } from './StepPage.tsx'
import { useNominations } from './use-nominations.ts'
import { useWizard } from './wizard-context.tsx'

type AwardsStepProps = { step: 'studio-awards' | 'specialty'; title: string; intro: string; none: string }

/** Nominations of one kind, all of them saved when one goes on. PROG-032, PROG-033, PROG-036. */
function AwardsStep({ step, title, intro, none }: AwardsStepProps) {
  const { registration, facts, nominations, change, submit } = useNominations(step)
  const draftRegistration = { ...registration, nomination_routines: nominations }
  const locked = isBoundByCompletion(registration, facts)
  const refusal = locked ? null : whyNotNominated(step, draftRegistration, facts)
  return (
    <StepPage
      name={stepOfNominations[step]}
      title={title}
      intro={intro}
      blocked={refusal && worded(nominationWording, refusal)}
      beforeContinue={() => submit()}
    >
      {locked && <p className={styles['locked']}>{worded(nominationWording, { code: 'nominations.only_removing' })}</p>}
      <AwardCategories
        step={step}
        registration={registration}
        facts={facts}
        nominations={nominations}
        onChange={change}
        onlyRemoving={locked}
        none={none}
      />
    </StepPage>
  )
}

/** Group routines put forward for the studio's own awards. WIZ-011, PROG-035. */
export function StudioAwardsStep() {
  const least = useWizard(({ facts }) => facts.settings.studio_award_groups)
  return (
    <AwardsStep
      step="studio-awards"
      title="Studio awards"
      intro={`Add the awards you want to enter. You need at least ${least} different group routines.`}
      none="No studio awards in this city"
    />
  )
}

/** A prize is said as people say it: without cents where it has none. */
const dollarsOf = (prize: Cents) => usd(prize).replace(/\.00$/, '')

/** Single routines put forward for what is special about them. WIZ-012, PROG-037. */
export function SpecialtyStep() {
  const award = useWizard(({ facts }) => facts.settings.specialty_award)
  return (
    <AwardsStep
      step="specialty"
      title="Specialty awards"
      intro={`Choreography, costumes and more: add what you are proud of. Winners of a specialty award receive ${dollarsOf(award)}.`}
      none="No specialty awards in this city"
    />
  )
}
