import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { failureSentence } from '../api/failure.ts'
import { paths } from '../app/paths.ts'
import { Go } from '../ui/Go.tsx'
import styles from './Choice.module.css'
import { useStore, useWizard } from './wizard-context.tsx'

/** Asked once of an account without a studio. WIZ-024, A27. */
export function AffiliationChoice() {
  const store = useStore()
  const { event, event_city, entry_limit_rules } = useWizard(({ facts }) => facts.tour_date)
  const [pending, setPending] = useState(false)
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
      </p>
      <div className={styles['ways']}>
        <div className={styles['way']}>
          <h2>On my own</h2>
          <p>
            You register yourself, or your children, without a studio.
            {entry_limit_rules.independent === null && event.is_workshop_only === false && (
              <> Independent registrations cannot compete in this city.</>
            )}
          </p>
          <Button loading={pending} onClick={() => void independent()}>
            I am not affiliated with a studio
          </Button>
        </div>
        <div className={styles['way']}>
          <h2>With my studio</h2>
          <p>You choose your studio, and the registration stands under its name.</p>
          <Button variant="default" component={Go} to={paths.changeStudio(event.id, store.id)}>
            Choose my studio
          </Button>
        </div>
      </div>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {failureSentence(error)}
        </p>
      )}
    </section>
  )
}
