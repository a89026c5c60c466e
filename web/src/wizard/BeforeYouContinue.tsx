import { offersVirtual } from '@callboard/domain/tours/level-offers.ts'
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { failureSentence } from '../api/failure.ts'
import { usePageTitle, useFocusScreen } from '../ui/page-title.ts'
import styles from './Choice.module.css'
import { RateNote } from './RateNote.tsx'
import { useStore, useWizard } from './wizard-context.tsx'

/** Shown once per registration, before the steps. WIZ-027, A84. */
export function BeforeYouContinue() {
  const store = useStore()
  const facts = useWizard((state) => state.facts)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const { tour_date } = facts
  usePageTitle('Before you continue')
  useFocusScreen('before you continue')
  const virtual = facts.workshop_levels.filter((level) => offersVirtual(level, facts))

  async function goOn() {
    setPending(true)
    setError(undefined)
    await store.saveRoot({ info_acknowledged: true }).catch(setError)
    setPending(false)
  }

  return (
    <section className={styles['choice']}>
      <Title order={1} className={styles['before'] ?? ''}>
        before you continue
      </Title>
      <dl className={styles['facts']}>
        <dt>How to take part</dt>
        <dd>
          {tour_date.virtual_only
            ? 'This city takes place virtually. Everyone you register joins from home.'
            : virtual.length > 0
              ? `In person in ${tour_date.event_city.name}, or virtually from home. You choose it with each person’s workshop level: ${listOf(virtual.map(({ level }) => level))} ${virtual.length === 1 ? 'has' : 'have'} a virtual place.`
              : `In person in ${tour_date.event_city.name}. There are no virtual places for this city.`}
        </dd>
        <dt>What it costs</dt>
        <dd>
          <RateNote />
          Your bill is beside every step. Tap any line to see how it’s calculated.
        </dd>
        <dt>What you need</dt>
        <dd>Names and birthdates of your dancers. Ages count as of January 1, {tour_date.season.age_year}.</dd>
        <dt>When you are registered</dt>
        <dd>Your spot is not reserved until you reach the confirmation page. What you enter before is saved.</dd>
      </dl>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {failureSentence(error)}
        </p>
      )}
      <Button loading={pending} onClick={() => void goOn()}>
        Begin registration
      </Button>
    </section>
  )
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names)
