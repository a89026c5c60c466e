import { totalAfterPromo } from '@callboard/domain/registrations/pricing/fees.ts'
import { stepsFor, type StepName } from '@callboard/domain/registrations/steps.ts'
import { Button } from '@mantine/core'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { paths } from '../shell/paths.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { notice } from '../ui/dialogs.ts'
import { moneyText } from '../ui/Money.tsx'
import { useSaveShortcut } from '../ui/shortcuts.ts'
import { usePageTitle, useFocusScreen } from '../ui/page-title.ts'
import { useBillRoom } from './use-bill-room.ts'
import { storeStep } from './step-storage.ts'
import { SaveState } from './SaveState.tsx'
import { StepHead } from './StepHead.tsx'
import { adjacentSteps, blockedReason } from './step-list.ts'
import { useStore, useWizard } from './wizard-context.tsx'
import { WizardBill } from './WizardBill.tsx'
import layout from './StepLayout.module.css'
import styles from './WizardFrame.module.css'

type StepPageProps = {
  name: StepName
  title: string
  children: ReactNode
  /** One sentence under the title: what this step is for. */
  intro?: ReactNode
  /** Another one, about this registration. */
  note?: ReactNode
  /** Above the bill: the roster one adds from. */
  side?: ReactNode
  /** Why the step cannot be left forwards, beside what every registration needs; null or left out: it can. */
  blocked?: string | null
  /** Done before going on; false: stay. */
  beforeContinue?: () => Promise<boolean>
  /** Instead of Go back and Save and continue: for steps that end otherwise. */
  foot?: ReactNode
  continueLabel?: string
  /** Above Go back and Save and continue: what must be agreed to first. */
  terms?: ReactNode
}

/** One step: its name, its work, roster and bill beside it, and the way back and on. WIZ-046. */
export function StepPage({ name, title, children, intro, note, side, foot, ...going }: StepPageProps) {
  const store = useStore()
  const ownPath = window.location.pathname.split('/')[3] ?? name
  const leave = useEffectEvent(() => store.leave(name))
  useEffect(() => {
    storeStep(store.id, ownPath)
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      leave()
    }
  }, [store, ownPath])
  usePageTitle(title)
  useFocusScreen(title)
  const billRoom = useBillRoom()

  return (
    <>
      <StepHead title={title} intro={intro} note={note}>
        <StepNumber name={name} />
      </StepHead>
      <div className={layout['columns']}>
        <div ref={billRoom} className={styles['side']}>
          <div className={styles['sideContent']}>
            {side}
            <ErrorBoundary what="The bill">
              <WizardBill yieldsHeight={side !== undefined} />
            </ErrorBoundary>
          </div>
        </div>
        <div className={styles['work']}>{children}</div>
      </div>
      {foot ?? <StepFoot name={name} {...going} />}
    </>
  )
}

type FootProps = Pick<StepPageProps, 'name' | 'blocked' | 'beforeContinue' | 'continueLabel' | 'terms'>

function StepFoot({ name, blocked = null, beforeContinue, continueLabel = 'Save and continue', terms }: FootProps) {
  const store = useStore()
  const navigate = useOpenScreen()
  const facts = useWizard((state) => state.facts)
  const registration = useWizard((state) => state.registration)
  const locked = useWizard((state) => state.locked)
  const [pending, setPending] = useState(false)
  const forward = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  const { before, after } = adjacentSteps(name, facts)
  const reason = blocked ?? blockedReason(name, registration, facts)

  // A button that waits loses focus. It returns to a person who stays in the step, also after a dialog.
  useEffect(() => {
    if (pending || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) forward.current?.focus({ preventScroll: true })
  }, [pending])

  async function goOn() {
    if (!after) return
    if (reason) {
      await notice({ title: 'Sorry!', message: reason })
      return
    }
    pressed.current = true
    setPending(true)
    try {
      if (beforeContinue && !(await beforeContinue())) return
      await store.flush()
      // Refused: the words stand beside the button. Without a network the work goes on here and is saved later.
      if (store.get().saving === 'failed') return
      store.leave(name)
      await navigate(paths.step(store.id, after.path))
    } finally {
      setPending(false)
    }
  }

  useSaveShortcut(continueLabel, () => {
    if (!locked && !pending) void goOn()
  })

  return (
    <section id="actions" tabIndex={-1} aria-label="Actions" className={`${styles['foot']} no-print`}>
      {terms}
      {before && (
        <Button
          variant="default"
          disabled={locked || pending}
          onClick={() => void navigate(paths.step(store.id, before.path))}
        >
          Go back
        </Button>
      )}
      <SaveState />
      <div className={styles['forward']}>
        {reason && (
          <p className={styles['blocked']} id="step-blocked">
            {reason}
          </p>
        )}
        <Total />
        <Button
          ref={forward}
          loading={pending}
          disabled={locked}
          onClick={() => void goOn()}
          {...(reason && { 'aria-describedby': 'step-blocked' })}
        >
          {continueLabel}
        </Button>
      </div>
    </section>
  )
}

/** The number that the bar gives the step. On a phone the bar itself says it in words, so it is not repeated. */
function StepNumber({ name }: { name: StepName }) {
  const steps = stepsFor(useWizard(({ facts }) => facts))
  const number = steps.find((step) => step.name === name)?.number
  return (
    <p className={styles['stepNumber']}>
      Step {number} of {steps.length}
    </p>
  )
}

/** Always in sight, however far down the list one is. */
function Total() {
  const price = useWizard((state) => state.price)
  return (
    <p className={styles['total']}>
      <span>Total</span> <strong className="figures">{moneyText(totalAfterPromo(price))}</strong>
    </p>
  )
}
