import { Title } from '@mantine/core'
import { usd } from '@callboard/domain/kernel/money.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { SurveyStatus } from './use-survey.ts'

type SurveyThanksProps = Pick<SurveyStatus, 'event' | 'reward'>

/** The end of the survey, with the promo code it earned. SURV-001, SURV-021, SURV-023. */
export function SurveyThanks({ event, reward }: SurveyThanksProps) {
  return (
    <Panel>
      <Title order={2} size="h2">
        Thank you!
      </Title>
      {reward && (
        <>
          <p>
            Your survey has been submitted. This promo code takes {usd(reward.amount)} off your next {event}{' '}
            registration of this season. Enter it on the payment page.
          </p>
          <CopyLink label="Promo code" url={reward.promo_code} />
        </>
      )}
    </Panel>
  )
}
