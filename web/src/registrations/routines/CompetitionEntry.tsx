import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../ui/dialogs.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { CompetitionProps } from './competition.ts'
import styles from './CompetitionEntry.module.css'
import { showReplyError } from './show-refusal.ts'

type EntryProps = Pick<CompetitionProps, 'acts' | 'go' | 'facts'>

/** The two answers to 'Are you entering competition?'. COMP-001 to COMP-003. */
export function CompetitionEntry({ acts, go }: Pick<EntryProps, 'acts' | 'go'>) {
  const [doing, setDoing] = useState<'enter' | 'skip'>()
  async function answer(what: 'enter' | 'skip') {
    setDoing(what)
    try {
      await acts.compete(what === 'enter')
      if (what === 'skip') go('next')
    } catch (error) {
      await showReplyError(error, go)
    } finally {
      setDoing(undefined)
    }
  }
  return (
    <Group gap="sm" className={styles['answers'] ?? ''}>
      <Button size="lg" loading={doing === 'enter'} disabled={doing !== undefined} onClick={() => void answer('enter')}>
        ENTER COMPETITION
      </Button>
      <Button
        size="lg"
        variant="default"
        loading={doing === 'skip'}
        disabled={doing !== undefined}
        onClick={() => void answer('skip')}
      >
        SKIP COMPETITION
      </Button>
    </Group>
  )
}

/** Explains how to correct a registration made as independent by mistake. COMP-005. */
export function NotIndependent({ acts, go, facts }: EntryProps) {
  const [mistaken, setMistaken] = useState(false)
  if (!mistaken) {
    return (
      <Button variant="default" onClick={() => setMistaken(true)}>
        I AM NOT AN INDEPENDENT
      </Button>
    )
  }

  const remove = () =>
    confirm({
      title: 'Delete this registration?',
      message: `Everything entered for ${facts.tour_date.event_city.name} is deleted. You can then choose your studio and start again.`,
      yes: 'Yes, delete it',
      no: 'No, I want to keep it',
      consequence: 'loss',
      act: acts.deleteRegistration,
    }).then((deleted) => {
      if (deleted) go('account')
    })

  return (
    <div className={styles['mistake']}>
      <Panel title="Did you make a mistake?">
        <p className={styles['words']}>
          You are registering as an independent. To change that, delete this registration and choose your studio in My
          Account.
        </p>
        <Button variant="outline" color="red" onClick={() => void remove()}>
          Delete this registration & go to My Account
        </Button>
      </Panel>
    </div>
  )
}
