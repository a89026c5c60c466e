import { changedRateFlags, rateToAnnounce } from '@callboard/domain/tours/rate-change.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import { useLocation } from 'wouter'
import { useEffect, useEffectEvent, useRef } from 'react'
import { explained, loadSentences } from '../api/failure.ts'
import { paths } from '../shell/paths.ts'
import { confirm, notice } from '../ui/dialogs.ts'
import { tickMilliseconds, useIdle } from '../ui/clock.ts'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { toast } from '../ui/toasts.ts'
import { tellRates } from './rates-notice.ts'
import type { RegistrationStore } from './registration-store.ts'
import { readUnsaved, forgetUnsaved } from './people-changes.ts'
import { useStore, useWizard } from './wizard-context.tsx'

/** Everything the wizard keeps an eye on while it is open. Draws nothing, so it is loaded after the screen. */
export function WizardWatch() {
  const store = useStore()
  useEffect(() => void loadSentences(), [])
  useEffect(() => {
    const tick = setInterval(store.tick, tickMilliseconds)
    return () => clearInterval(tick)
  }, [store])
  useKeptFocus()
  useNews(store)
  useIdleNotice()
  useRatesChanged(store)
  useUnsavedOffer(store)
  return null
}

function useNews(store: RegistrationStore) {
  const [, navigate] = useLocation()
  useEffect(() => {
    let telling = false
    const stop = store.onNews((news, { message }) => {
      if (telling) return
      telling = true
      const announcement =
        news === 'changed_meanwhile'
          ? explained({ code: news, version: 0 }).then((message) =>
              notice({ title: 'Changed in another window', message }),
            )
          : // ERR-005: the server's own words, then the event.
            sayRegistered(message).then(() => navigate(paths.event(store.id, 'overview')))
      void announcement.then(() => {
        telling = false
      })
    })
    return () => void stop()
  }, [store, navigate])
}

const sayRegistered = async (message: string) =>
  notice({ title: 'Sorry!', message: message || (await explained({ code: 'registration_completed' })) })

/** After 15 minutes without mouse or key. WIZ-039, A83. */
function useIdleNotice() {
  const completed = useWizard(({ registration }) => registration.completed)
  const open = useRef(false)
  useIdle(() => {
    if (completed || open.current) return
    open.current = true
    void notice({
      title: 'YOU ARE NOT REGISTERED YET.',
      message: 'What you entered is saved. Your places are yours once registration is complete.',
      action: 'KEEP GOING',
    }).then(() => {
      open.current = false
    })
  })
}

/**
 * A deadline has passed: the registration follows, and it is said once, whether the minute, a save or the opening of the
 * registration brought it up. WIZ-040, FEE-024.
 */
function useRatesChanged(store: RegistrationStore) {
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const rateChange = registration.completed ? null : changedRateFlags(registration, facts)
  const now = rateChange && `${rateChange.full_rates}/${rateChange.late_rates}`
  const toTell = rateToAnnounce(registration, facts)
  const follow = useEffectEvent(() => {
    if (!rateChange) return
    store.perform((before) => accept({ ...before, ...rateChange }))
    // Any save makes the server price anew; what it answers is shown.
    store.saveRoot({}).catch(() => undefined)
  })
  useEffect(() => {
    if (now) follow()
  }, [now])
  useEffect(() => {
    if (toTell) void tellRates(store)
  }, [store, toTell])
}

/** Changes that an earlier tab could not save are offered again. */
function useUnsavedOffer(store: RegistrationStore) {
  useEffect(() => {
    const changes = readUnsaved(store.id)
    if (!changes) return
    if (!store.differs(changes)) {
      forgetUnsaved(store.id)
      return
    }
    const people = new Set([...changes.people.map(({ draft }) => draft.person_id), ...changes.gone]).size
    const what = people === 0 ? 'Changes' : people === 1 ? 'Changes to 1 person' : `Changes to ${people} people`
    void confirm({
      title: 'Bring back your last changes?',
      message: `${what} could not be saved before this page was closed. We kept them here for you.`,
      yes: 'Bring them back',
      no: 'Discard them',
      consequence: 'none',
      onNo: () => forgetUnsaved(store.id),
    }).then((isConfirmed) => {
      if (!isConfirmed) return
      store.restore(changes)
      toast('Your changes are back')
    })
  }, [store])
}
