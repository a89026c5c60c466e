import { isOpen } from '@callboard/domain/tours/registration-window.ts'
import {
  stepsFor,
  firstUnfinished,
  isCompact,
  isStepOpen,
  type StepName,
} from '@callboard/domain/registrations/steps.ts'
import {
  asksBeforeContinuing,
  rootScreen,
  destinationOf,
  type PathKind,
} from '@callboard/domain/registrations/navigation.ts'
import { useLocation } from 'wouter'
import { Outlet, RedirectTo } from '../ui/router/RouterProvider.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { paths } from '../shell/paths.ts'
import { usePhone } from '../ui/clock.ts'
import { loadWhenIdle } from '../ui/scheduling.ts'
import { PlaceName, placeName } from '../ui/page-title.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { DayRange } from '../ui/Day.tsx'
import { TourEmblem } from '../tours/TourEmblem.tsx'
import { RowsSkeleton, TitleSkeleton } from '../ui/Skeletons.tsx'
import { Steps } from '../ui/Steps.tsx'
import { DeleteRegistration } from './DeleteRegistration.tsx'
import { loadStep } from './step-storage.ts'
import { stepList, stepAt } from './step-list.ts'
import { useStepFacts, useStore, useWizard } from './wizard-context.tsx'
import { useWhose } from './whose.ts'
import styles from './WizardFrame.module.css'

const AffiliationStep = lazy(() => import('./AffiliationStep.tsx').then((file) => ({ default: file.AffiliationStep })))
const BeforeYouContinue = lazy(() =>
  import('./BeforeYouContinue.tsx').then((file) => ({ default: file.BeforeYouContinue })),
)
const EditBanner = lazy(() => import('./EditBanner.tsx').then((file) => ({ default: file.EditBanner })))
const OfficeEditBanner = lazy(() =>
  import('./OfficeEditBanner.tsx').then((file) => ({ default: file.OfficeEditBanner })),
)
const MobileNotice = lazy(() => import('./CompletedScreen.tsx').then((file) => ({ default: file.MobileNotice })))
const WizardWatch = lazy(() =>
  loadWhenIdle(() => import('./WizardWatch.ts')).then((file) => ({ default: file.WizardWatch })),
)
const CompletedScreen = lazy(() => import('./CompletedScreen.tsx').then((file) => ({ default: file.CompletedScreen })))

/** The frame of every step: owner of the registration, progress bar and global notices. */
export function WizardFrame() {
  useOpenStore()
  useLeaveWarning()
  const facts = useWizard((state) => state.facts)
  const completed = useWizard(({ registration }) => registration.completed)
  const editing = useWizard(({ registration }) => registration.editing)
  const place = useWizard(({ facts: { tour_date } }) => placeName(tour_date))
  const phone = usePhone()
  return (
    <PlaceName value={place}>
      <Suspense fallback={null}>
        <WizardWatch />
      </Suspense>
      <Where />
      {!isOpen(facts) && !completed && (
        <output className={styles['banner']}>
          <StatusBadge state="stop">Sorry! Registration for this event &amp; city has closed</StatusBadge>
        </output>
      )}
      <Suspense
        fallback={
          <>
            <TitleSkeleton />
            <RowsSkeleton />
          </>
        }
      >
        {facts.by_office ? <OfficeEditBanner /> : editing && <EditBanner />}
        <WizardScreen />
      </Suspense>
      {phone && !completed && (
        <div className={styles['end']}>
          <DeleteRegistration />
        </div>
      )}
    </PlaceName>
  )
}

function useOpenStore() {
  const store = useStore()
  useEffect(() => store.open(), [store])
}

/** The browser asks before a page with unsaved changes, or an unsubmitted edit, is closed. EDIT-004. */
function useLeaveWarning() {
  const store = useStore()
  const warns = useWizard(({ saving, registration }) => saving !== 'saved' || registration.editing)
  useEffect(() => {
    if (!warns) return
    const ask = (event: BeforeUnloadEvent) => {
      void store.flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [store, warns])
}

const segmentOf = (pathname: string) => pathname.split('/')[3] ?? ''

const kindOf = (segment: string): PathKind =>
  segment === '' ? 'registration' : segment === 'success' ? 'success' : 'step'

/** The last address within the wizard: while another screen is on its way, this one stays as it is. */
function useOwnPath(root: string): string {
  const [pathname] = useLocation()
  const [own, setOwn] = useState(pathname)
  const isOwn = pathname === root || pathname.startsWith(`${root}/`)
  if (isOwn && own !== pathname) setOwn(pathname)
  return isOwn ? pathname : own
}

function WizardScreen() {
  const { id } = useStore()
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const stepFacts = useStepFacts()
  const phone = usePhone()
  const segment = segmentOf(useOwnPath(paths.registration(id)))

  const submitting = useWizard((state) => state.locked) && segment === 'success'

  // On its way to being completed it is neither unfinished nor done. WIZ-021.
  const destination = submitting ? 'stay' : destinationOf(registration, kindOf(segment))
  if (destination === 'overview') return <RedirectTo to={paths.event(id, 'overview')} />
  if (destination === 'registration' && segment !== '') return <RedirectTo to={paths.registration(id)} />
  if (phone && !facts.by_office && facts.tour_date.event.settings.mobile_registration !== 'full')
    return <MobileNotice />
  const root = rootScreen(registration)
  if (root === 'affiliation') return <AffiliationStep />
  if (root === 'completed' && segment === '') return <CompletedScreen />
  if (asksBeforeContinuing(registration, facts)) return <BeforeYouContinue />

  const step = stepAt(segment, facts)
  if (segment === '') {
    // Where the registration was left off was its end: an edit begins with the people.
    const left = [loadStep(id), registration.editing ? 'dancers' : registration.left_off]
      .map((path) => stepsFor(facts).find((one) => one.path === path))
      .find((one) => one && one.name !== 'success' && isStepOpen(one.name, registration, facts, stepFacts))
    const next = left ?? firstUnfinished(registration, facts, stepFacts)
    return <RedirectTo to={paths.step(id, next.path)} />
  }
  // The specialty step has a second address. WIZ-012.
  if (segment === 'specialty-nominations') return <RedirectTo to={paths.step(id, 'specialty-awards')} />
  if (!step || !(step.name === 'success' || isStepOpen(step.name, registration, facts, stepFacts))) {
    return <RedirectTo to={paths.step(id, firstUnfinished(registration, facts, stepFacts).path)} />
  }
  return (
    <>
      <CallSheet name={step.name} />
      <Outlet />
    </>
  )
}

function CallSheet({ name }: { name: StepName }) {
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const locked = useWizard((state) => state.locked)
  const whose = useWhose()
  const stepFacts = useStepFacts()
  const visibleSteps = stepList(name, registration, facts, stepFacts)
  return (
    <div className={styles['steps']} inert={locked}>
      <Steps
        label={`Steps of ${whose.your} registration`}
        steps={visibleSteps}
        compact={isCompact(visibleSteps)}
        pending={locked}
      />
    </div>
  )
}

function Where() {
  const tour_date = useWizard(({ facts }) => facts.tour_date)
  const completed = useWizard(({ registration }) => registration.completed)
  const phone = usePhone()
  const { event, event_city, start_date, end_date } = tour_date
  const openContact = async () => (await import('../shell/contact.tsx')).openEventContact(tour_date)
  return (
    <div className={styles['where']}>
      <TourEmblem event={event} size={36} />
      <p className={styles['city']}>
        <strong>
          {event.name}, {event_city.name}, {event_city.state}
        </strong>
        <span>
          <DayRange from={start_date} to={end_date} />
        </span>
      </p>
      <div className={styles['help']}>
        <Button variant="subtle" size="sm" onClick={() => void openContact()}>
          {phone ? 'Contact' : `Contact ${event.name}`}
        </Button>
        {!completed && !phone && <DeleteRegistration />}
      </div>
    </div>
  )
}
