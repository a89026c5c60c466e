import { affiliationLeadsTo, affiliations, type Affiliation } from '@callboard/domain/accounts/person-types.ts'
import { Button, Radio, Stack } from '@mantine/core'
import { useLocation } from 'wouter'
import { useState } from 'react'
import { paths } from '../shell/paths.ts'

type AffiliationChoiceProps = {
  event_id: number
  registration_id: number
  /** Saves that this registration is an independent's. */
  onIndependent: () => void
  pending: boolean
}

/** Asks a user without a studio account for the affiliation, before registering. ACC-068. */
export function AffiliationChoice({ event_id, registration_id, onIndependent, pending }: AffiliationChoiceProps) {
  const [answer, setAnswer] = useState<Affiliation | null>(null)
  const [, navigate] = useLocation()

  function go(affiliation: Affiliation) {
    if (affiliationLeadsTo(affiliation).next === 'wizard') return onIndependent()
    navigate(paths.changeStudio(event_id, registration_id))
  }

  return (
    <Stack gap="lg" align="flex-start">
      <Radio.Group
        label="For this event I am…"
        value={answer}
        onChange={(value) => setAnswer(affiliations.find((one) => one.value === value)?.value ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {affiliations.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Button disabled={answer === null} loading={pending} onClick={() => answer && go(answer)}>
        CONFIRM
      </Button>
    </Stack>
  )
}
