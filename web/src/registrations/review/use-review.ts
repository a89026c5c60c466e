import { emailError } from '@callboard/domain/roster/contact.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { agree } from '@callboard/domain/registrations/review.ts'
import { useEffect, useState } from 'react'
import { explained, failureWords, noticeFailure } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { useRead } from '../../api/use-call.ts'
import { notice } from '../../ui/dialogs.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { AgreementState } from './Agreements.tsx'
import { ancillaryErrors, nobody, type AncillaryPerson } from './Contact.tsx'
import type { NoRoutinesAnswer } from './NoRoutines.tsx'

/** With the versions of the texts that were shown: these were agreed to. OFF-035. */
type ReviewAnswers = AgreementState & {
  review_email: string
  terms_version?: number
  competition_code_version?: number
}

/** Actions of the review on the registration. */
export type ReviewActs = {
  /** Prices anew by the clock; true: the rates have changed, which is being said. REV-013. */
  ratesMoved: () => boolean
  /** Asks which media passes are still to be paid; true: something changed. REV-014. */
  mediaPassesMoved: () => Promise<boolean>
  savePerson: (person: AncillaryPerson) => Promise<unknown>
  /** Reviewed: the server checks all of it again, and holds the places. REV-007. */
  submit: (answers: ReviewAnswers) => Promise<unknown>
  /** The same without these routines, which wait for a place instead. A18. */
  submitRest: (answers: ReviewAnswers, waitingIds: readonly number[]) => Promise<unknown>
  /** The review is taken back, agreements with it. REV-027. */
  takeBack: () => Promise<unknown>
  skipCompetition: () => Promise<unknown>
  /** To the step that mends what is wrong. WIZ-047. */
  go: (tab: string) => void
}

type ReviewInput = {
  registration: Registration
  facts: Facts
  start: { review_email: string; person: AncillaryPerson | null }
  acts: ReviewActs
}

/** Loaded while the review is read. */
const loadSubmitChecks = () => import('@callboard/domain/registrations/submit-checks.ts')

const none: AgreementState = { waiver: false, competitionCodeWaiver: false }

/** The review as it is filled in and submitted. REV-002 to REV-014. */
export function useReview({ registration, facts, start, acts }: ReviewInput) {
  const [agreements, setAgreements] = useState<AgreementState>(registration.reviewed ? registration : none)
  const formDraft = useDraft('review', registration.id)
  const [review_email, setEmail] = useDraftState(formDraft, 'review_email', start.review_email)
  const [person, setPerson] = useDraftState<AncillaryPerson>(formDraft, 'person', start.person ?? nobody)
  const [hasTriedSubmit, setHasTriedSubmit] = useState(false)
  const [termsError, setTermsError] = useState<string>()
  const [sought, setSought] = useState(0)
  const [asking, setAsking] = useState<(answer: NoRoutinesAnswer) => void>()
  const [was, setWas] = useState(registration.reviewed)
  const terms = useLegalText('terms')
  const code = useLegalText('competition_code')
  const texts = { terms, competition_code: code }
  useEffect(() => void loadSubmitChecks().catch(() => undefined), [])
  // If the review is reset, the agreements are cleared too. REV-015.
  if (was !== registration.reviewed) {
    setWas(registration.reviewed)
    if (was) setAgreements(none)
  }

  // Once it is marked: before that there is nothing to find, and later focus has returned to the button.
  useEffect(() => {
    if (sought > 0) focusFirstWrong()
  }, [sought])

  const answers = {
    waiver: agreements.waiver,
    competitionCodeWaiver: agreements.competitionCodeWaiver,
    review_email: review_email.trim(),
    ...(terms.data && { terms_version: terms.data.version }),
    ...(code.data && { competition_code_version: code.data.version }),
  }

  function changeAgreed(change: Partial<AgreementState>) {
    setAgreements({ ...agreements, ...change })
    setTermsError(undefined)
    const unticked = change.waiver === false || change.competitionCodeWaiver === false
    if (unticked && registration.reviewed) acts.takeBack().catch(showFailure)
  }

  async function say(refusal: { code: string; message: string; tab?: string | undefined }): Promise<void> {
    if (refusal.code === 'submit.no_routines') {
      await askForRoutines()
      return
    }
    await notice({ title: 'Sorry!', message: refusal.message })
    if (refusal.code === 'legal_text.changed') {
      setAgreements(none)
      setTermsError(refusal.message)
      await Promise.all([terms.refetch(), code.refetch()])
    }
    if (refusal.code === 'submit.terms') {
      setTermsError(refusal.message)
      setSought((times) => times + 1)
    }
    if (refusal.tab && refusal.tab !== 'review') acts.go(refusal.tab)
  }

  async function askForRoutines() {
    const answer = await new Promise<NoRoutinesAnswer>((resolve) => setAsking(() => resolve))
    setAsking(undefined)
    if (answer === 'add') acts.go('competition')
    if (answer === 'skip') await acts.skipCompetition().catch(showFailure)
  }

  async function showFailure(error: unknown) {
    if (error instanceof ReplyError && error.tab) await say(error)
    else await noticeFailure(error, failureWords(error))
  }

  /** True: submitted, and the places are held. Everything typed stays when it is not. */
  async function submit(): Promise<boolean> {
    setHasTriedSubmit(true)
    try {
      if (acts.ratesMoved()) return false
      if (await acts.mediaPassesMoved()) {
        const message = 'A media season pass has just been paid elsewhere. Please check the new total.'
        await notice({ title: 'Your total has changed', message })
        return false
      }
      const { checkSubmit } = await loadSubmitChecks()
      let submitCheck = checkSubmit(agree(registration, agreements), facts)
      let waitingIds: readonly number[] = []
      if (!submitCheck.ok && lacksPlace(submitCheck.refusal)) {
        const { askToWait } = await import('./ask-to-wait.ts')
        const answer = await askToWait(registration, facts, {
          message: await explained(submitCheck.refusal),
          toCompetition: () => acts.go('competition'),
        })
        if (answer === 'no') return false
        if (answer !== 'none wait') {
          waitingIds = answer.waitingIds
          submitCheck = checkSubmit(agree(answer.registration, agreements), facts)
        }
      }
      if (!submitCheck.ok) {
        const { refusal } = submitCheck
        const message = await explained(refusal)
        await say({ code: refusal.code, message, ...('tab' in refusal && { tab: refusal.tab }) })
        return false
      }
      if (emailError(answers.review_email, true) || (start.person && Object.keys(ancillaryErrors(person)).length > 0)) {
        const message = await explained(
          emailError(answers.review_email, true)
            ? { code: 'registration.review_email', field: 'review_email', tab: 'review' }
            : { code: 'registration.ancillary_person', field: 'ancillary_person', tab: 'review' },
        )
        await notice({ title: 'Sorry!', message })
        setSought((times) => times + 1)
        return false
      }
      if (start.person) await acts.savePerson(person)
      await (waitingIds.length > 0 ? acts.submitRest(answers, waitingIds) : acts.submit(answers))
      formDraft.clear()
      return true
    } catch (error) {
      await showFailure(error)
      return false
    }
  }

  return {
    formDraft,
    agreements,
    texts,
    changeAgreed,
    termsError,
    review_email,
    setEmail,
    person: start.person ? person : null,
    changePerson: (change: Partial<AncillaryPerson>) => setPerson({ ...person, ...change }),
    hasTriedSubmit,
    asking,
    submit,
  }
}

/** A refusal of routines without a place, some of which may wait for one. */
const lacksPlace = ({ code, tab }: { code: string; tab?: string }) =>
  code === 'submit.small_solos' || (code === 'submit.no_room' && tab === 'competition')

/** Read once: what is agreed to is what was shown. */
const useLegalText = (name: 'terms' | 'competition_code') =>
  useRead('GET /v1/legal-texts/{name}', { params: { name } }, { staleTime: Infinity })

export type ReviewForm = ReturnType<typeof useReview>

function focusFirstWrong() {
  const wrong = document.querySelector<HTMLElement>('[data-review] [data-wrong]')
  wrong?.scrollIntoView({ block: 'center' })
  wrong?.focus({ preventScroll: true })
}
