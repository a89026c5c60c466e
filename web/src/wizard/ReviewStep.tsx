import { setMediaPass } from '@callboard/domain/registrations/attendees/set-options.ts'
import { rateToAnnounce } from '@callboard/domain/tours/rate-change.ts'
import { deriveRegistration } from '@callboard/domain/registrations/derive-registration.ts'
import type { Revalidation } from '@callboard/domain/registrations/revalidate.ts'
import { attendeesOf } from '@callboard/domain/registrations/registration.ts'
import { settlementStatus } from '@callboard/domain/registrations/settlement/settlement-status.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import { Agreements } from '../registrations/review/Agreements.tsx'
import { ProgramReview } from '../registrations/review/ProgramReview.tsx'
import { Review } from '../registrations/review/Review.tsx'
import { nobody } from '../registrations/review/Contact.tsx'
import { useReview, type ReviewActs } from '../registrations/review/use-review.ts'
import { notice } from '../ui/dialogs.ts'
import { MediaPassPanel } from '../registrations/routines/MediaPassPanel.tsx'
import type { RegistrationStore } from './registration-store.ts'
import { StepPage } from './StepPage.tsx'
import { stepWords } from './step-words.ts'
import { usePerform } from './use-perform.ts'
import { WizardHold } from './WizardHold.tsx'
import { useStore, useWizard } from './wizard-context.tsx'

const DonationLink = lazy(() => import('./DonationLink.tsx').then((file) => ({ default: file.DonationLink })))
const EditSummary = lazy(() => import('./EditSummary.tsx').then((file) => ({ default: file.EditSummary })))

/** The checks of every line are loaded behind the lines, which can be read without them. */
const loadRevalidate = () => import('@callboard/domain/registrations/revalidate.ts')
type Revalidate = Awaited<ReturnType<typeof loadRevalidate>>['revalidate']
let loadedRevalidate: Revalidate | undefined

function useRevalidate(): Revalidate | undefined {
  const [revalidate, setRevalidate] = useState(() => loadedRevalidate)
  useEffect(() => {
    const keep = (file: { revalidate: Revalidate }) => {
      loadedRevalidate = file.revalidate
      setRevalidate(() => file.revalidate)
    }
    // Without them the server's own check at Submit says the same.
    if (!loadedRevalidate) loadRevalidate().then(keep, () => undefined)
  }, [])
  return revalidate
}

/** REV-014: whose pass was paid elsewhere meanwhile is not charged here. */
async function mediaPassesMoved(store: RegistrationStore): Promise<boolean> {
  const wanting = attendeesOf(store.get().registration).filter(({ media_pass }) => media_pass)
  if (wanting.length === 0) return false
  const { attendees } = await call('POST /v1/mybtf/registration/calculate-media-pass-fees', {
    body: {
      registration_id: store.id,
      attendees: wanting.map(({ media_pass, person_id, person }) => ({ media_pass, person_id, person })),
    },
  })
  const owned = new Map(attendees.map(({ person_id, media_pass_old }) => [person_id, media_pass_old]))
  const changedAttendee = wanting.find(({ person_id, media_pass_old }) => owned.get(person_id) !== media_pass_old)
  if (!changedAttendee) return false
  // Any save of a person marks all of them anew.
  const { id } = changedAttendee
  if (id !== null) {
    await store.exchange(
      (version) => call('PUT /v1/dance360/attendees/{id}', { params: { id }, body: { version, media_pass: true } }),
      (registration, { version }) => ({ ...registration, version }),
    )
  }
  await store.reload()
  return true
}

/** Submits; changes between review and submit are reported before the payment. */
async function submitAndTell(
  store: RegistrationStore,
  submit: () => Promise<{ notices: readonly { sentence: string }[] }>,
) {
  const { registration, facts, record } = store.get()
  const { revalidate } = await loadRevalidate()
  const earlierNotices = revalidate(registration, { ...facts, elsewhere: record.elsewhere }).notices
  const { notices } = await submit()
  const news = notices.filter(({ sentence }) => !earlierNotices.some((one) => one.sentence === sentence))
  if (news.length === 0) return
  await notice({ title: 'We updated your registration', message: news.map(({ sentence }) => sentence).join(' ') })
}

const reviewActs = (store: RegistrationStore, go: (tab: string) => void, lineChanged: () => void): ReviewActs => ({
  ratesMoved() {
    store.tick()
    const { registration, facts } = store.get()
    if (rateToAnnounce(registration, facts) === null) return false
    void import('./rates-notice.ts').then(({ tellRates }) => tellRates(store))
    return true
  },
  mediaPassesMoved: () => mediaPassesMoved(store),
  savePerson: (person) =>
    call('POST /v1/mybtf/registration/ancillary-person', { body: { registration_id: store.id, person } }),
  submit: (answers) => submitAndTell(store, () => store.saveRoot({ ...answers, reviewed: true })),
  submitRest: (submit, waitingIds) =>
    submitAndTell(store, async () => {
      await store.flush()
      const reply = await store.exchange(
        (version) =>
          call('POST /v1/waiting-list', {
            body: { registration_id: store.id, version, move_routine_ids: [...waitingIds], submit },
          }),
        (registration, { version }) => ({ ...registration, version }),
      )
      await store.reload()
      lineChanged()
      return reply
    }),
  takeBack: () => store.saveRoot({ reviewed: false }),
  skipCompetition: () => store.saveRoot({ is_competing: false }),
  go,
})

/** Most often the person who registers answers for it too. */
const personOf = ({ fname, lname, email }: { fname: string; lname: string; email: string }) => ({
  ...nobody,
  fname,
  lname,
  email,
})

const OfficeReview = lazy(() => import('./OfficeReview.tsx').then((file) => ({ default: file.OfficeReview })))

/** The last step of an owner, or of the office that edits for one. */
export function ReviewStep() {
  const byOffice = useWizard(({ facts }) => facts.by_office)
  return byOffice ? (
    <Suspense fallback={null}>
      <OfficeReview />
    </Suspense>
  ) : (
    <OwnReview />
  )
}

/** The review step: everything once more, then the places are held. REV-001 to REV-028. */
function OwnReview() {
  const store = useStore()
  const perform = usePerform()
  const navigate = useOpenScreen()
  const queries = useQueryClient()
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const price = useWizard((state) => state.price)
  const record = useWizard((state) => state.record)
  // The server judges by the same function once more. REV-023.
  const revalidate = useRevalidate()
  const findings = useMemo<Revalidation>(() => {
    const lineFacts = { ...facts, elsewhere: record.elsewhere }
    return revalidate
      ? revalidate(registration, lineFacts)
      : { registration: deriveRegistration(registration, lineFacts).registration, notices: [], refusals: [] }
  }, [revalidate, registration, facts, record.elsewhere])
  const derived = findings.registration
  const { go, acts } = useMemo(() => {
    const toStep = (tab: string) => void navigate(paths.step(store.id, tab))
    const lineChanged = () => void queries.invalidateQueries({ queryKey: ['GET /v1/waiting-list'] })
    return { go: toStep, acts: reviewActs(store, toStep, lineChanged) }
  }, [store, navigate, queries])
  const form = useReview({
    registration: derived,
    facts,
    start: {
      review_email: record.review_email ?? record.mybtf_user.email,
      person: registration.ancillary ? (record.ancillary_person ?? personOf(record.mybtf_user)) : null,
    },
    acts,
  })

  /** An edit that makes nothing due needs no payment step. True: on to the payment. EDIT-013. */
  async function submitUnlessDue(): Promise<boolean> {
    const { raw_due_now } = await call('GET /v1/payments/standing', {
      query: { registration_id: store.id, editing: 'true' },
    })
    if (raw_due_now > 0) return true
    store.lock(true)
    await navigate(paths.step(store.id, 'success'))
    return false
  }

  return (
    <StepPage
      name="review"
      {...stepWords.review}
      continueLabel="Submit"
      terms={
        <Agreements
          agreements={form.agreements}
          onChange={form.changeAgreed}
          competes={derived.is_competing === true}
          texts={form.texts}
          error={form.termsError}
        />
      }
      beforeContinue={() =>
        form.submit().then((isSubmitted) => (isSubmitted && registration.editing ? submitUnlessDue() : isSubmitted))
      }
    >
      <Review
        findings={findings}
        facts={facts}
        price={price}
        settlement={settlementStatus(derived, price, record.payments, facts)}
        form={form}
        go={go}
        hold={
          registration.editing ? (
            <Suspense fallback={null}>
              <EditSummary />
            </Suspense>
          ) : (
            <WizardHold />
          )
        }
        programs={<ProgramReview registration={derived} facts={facts} price={price} go={go} />}
        donation={
          facts.tour_date.event.is_nationals && (
            <Suspense fallback={null}>
              <DonationLink />
            </Suspense>
          )
        }
        mediaPasses={
          <MediaPassPanel
            registration={registration}
            facts={facts}
            onToggle={(person_id, media_pass) =>
              void perform((before, currentFacts) => setMediaPass(before, { person_id, media_pass }, currentFacts))
            }
          />
        }
      />
    </StepPage>
  )
}
