import { Title } from '@mantine/core'
import { useState } from 'react'
import { AffiliationChoice as Choice } from '../accounts/AffiliationChoice.tsx'
import { failureSentence } from '../api/failure.ts'
import { usePageTitle } from '../ui/page-title.ts'
import styles from './Choice.module.css'
import { useStore, useWizard } from './wizard-context.tsx'

/** Asked once of an account without a studio. WIZ-024, ACC-068, A27. */
export function AffiliationStep() {
  const store = useStore()
  const { event, event_city, entry_limit_rules } = useWizard(({ facts }) => facts.tour_date)
  const [pending, setPending] = useState(false)
  usePageTitle('Who are you registering with?')
  const [error, setError] = useState<unknown>()

  async function independent() {
    setPending(true)
    setError(undefined)
    await store.saveRoot({ independent: true }).catch(setError)
    setPending(false)
  }

  return (
    <section className={styles['choice']}>
      <Title order={1}>Who are you registering with?</Title>
      <p className={styles['intro']}>
        You are signed in without a studio. Tell us once how you come to {event_city.name}.
        {entry_limit_rules.independent === null && !event.is_workshop_only && (
          <> Independent registrations cannot compete in this city.</>
        )}
      </p>
      <Choice
        event_id={event.id}
        registration_id={store.id}
        onIndependent={() => void independent()}
        pending={pending}
      />
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {failureSentence(error)}
        </p>
      )}
    </section>
  )
}
