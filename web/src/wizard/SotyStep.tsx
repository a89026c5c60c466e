import { isBoundByCompletion } from '@callboard/domain/registrations/registration-status.ts'
import { whyNotNominated } from '@callboard/domain/registrations/nominations/check-nominations.ts'
import { hasSotyHere } from '@callboard/domain/registrations/nominations/nomination.ts'
import type { Nomination } from '@callboard/domain/registrations/registration.ts'
import { nominationWording, sotyLockedTitle } from '@callboard/domain/registrations/nominations/refusals.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import { Button, Group } from '@mantine/core'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useState } from 'react'
import { paths } from '../shell/paths.ts'
import styles from '../registrations/nominations/Nominations.module.css'
import { SotyTable } from '../registrations/nominations/SotyTable.tsx'
import { confirm, notice } from '../ui/dialogs.ts'
import { StepPage } from './StepPage.tsx'
import { adjacentSteps } from './step-list.ts'
import { useNominations } from './use-nominations.ts'
import { useStore, useWizard } from './wizard-context.tsx'

const title = 'Studio of the Year'
const none: readonly Nomination[] = []

/** Whether the studio enters, and with which routines. WIZ-010, PROG-023 to PROG-031. */
export function SotyStep() {
  const here = useWizard(({ facts }) => hasSotyHere(facts))
  const city = useWizard(({ facts }) => facts.tour_date.event_city.name)
  if (!here) {
    return (
      <StepPage name="soty" title={title} continueLabel="OK">
        <p className="sentence">{worded(nominationWording, { code: 'soty.not_here', city })}</p>
      </StepPage>
    )
  }
  return <Entry />
}

function Entry() {
  const store = useStore()
  const navigate = useOpenScreen()
  const { registration, facts, saved, nominations, hasDraft, change, submit } = useNominations('soty')
  const [entering, setEntering] = useState(registration.has_soty || hasDraft)
  const locked = isBoundByCompletion(registration, facts)
  const email = facts.tour_date.event.support_email
  const sayLocked = () =>
    notice({ title: sotyLockedTitle, message: worded(nominationWording, { code: 'soty.locked', email }) })

  async function stayOut() {
    if (locked) {
      await sayLocked()
      return
    }
    const message = 'Are you sure you want remove all your Studio of the Year nominations?'
    const nominated = registration.has_soty || nominations.length > 0
    if (nominated && !(await confirm({ title, message, yes: 'Yes', no: 'No', consequence: 'loss' }))) return
    if (!(await submit(none, false))) return
    setEntering(false)
    store.leave('soty')
    const next = adjacentSteps('soty', facts).after?.path ?? 'review'
    await navigate(paths.step(store.id, next))
  }

  if (!entering) {
    const hasAnswer = registration.visited_steps.includes('soty') || locked
    return (
      <StepPage
        name="soty"
        title={title}
        intro="Studios compete with their best routines of every division for one title."
        blocked={hasAnswer ? null : 'Choose whether to enter the Studio of the Year.'}
      >
        <Question onYes={() => (locked ? void sayLocked() : setEntering(true))} onNo={() => void stayOut()} />
      </StepPage>
    )
  }

  const draftRegistration = { ...registration, has_soty: true, nomination_routines: nominations }
  const refusal = locked ? null : whyNotNominated('soty', draftRegistration, facts)
  return (
    <StepPage
      name="soty"
      title={title}
      intro="Choose one routine for each place. If you choose a routine again, it moves to the new place."
      blocked={refusal && worded(nominationWording, refusal)}
      beforeContinue={() =>
        locked || (!hasDraft && registration.has_soty) ? Promise.resolve(true) : submit(nominations, true)
      }
    >
      {locked && (
        <div className={styles['locked']}>
          <p>{worded(nominationWording, { code: 'soty.locked', email })}</p>
        </div>
      )}
      <SotyTable
        registration={registration}
        facts={facts}
        nominations={locked ? saved : nominations}
        onChange={change}
        unsaved={hasDraft}
        locked={locked}
      />
      <Group mt="md">
        <Button variant="default" onClick={() => void stayOut()}>
          I AM NOT ENTERING
        </Button>
      </Group>
    </StepPage>
  )
}

function Question({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  return (
    <section aria-labelledby="soty-question">
      <h2 id="soty-question">Do you want to enter your studio into the Studio of the Year?</h2>
      <Group gap="sm" mt="md">
        <Button size="lg" onClick={onYes}>
          Yes
        </Button>
        <Button size="lg" variant="default" onClick={onNo}>
          No
        </Button>
      </Group>
    </section>
  )
}
