import { Button } from '@mantine/core'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './Review.module.css'

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** '11:42 pm' on the reader's own clock: a hold is minutes away, and they look at their own wall. */
const wallClock = (moment: number): string =>
  clock
    .format(moment)
    .replace(/\u202f/g, ' ')
    .replace(/ (AM|PM)/, (half) => half.toLowerCase())

/** '14:05' */
function remainingText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type HoldNoticeProps = {
  /** Null: nothing is held any more. */
  hold: { ends: Instant } | null
  /** The server's moment now. */
  now: () => Instant
  /** Asked while the person does something, and when they want their places again. */
  renew: () => Promise<unknown>
  /** The time is over. */
  onEnd: () => void
}

/** How long after a renewal activity asks for another. */
const renewAfter = 60_000
/** From when on the end is near enough to be said in amber. */
const soon = 3 * 60_000
/** No clock ends it: a payment is on its way, or has covered everything. */
const endless = 24 * 60 * 60_000
const activityEvents = ['mousedown', 'keydown', 'touchstart', 'wheel'] as const

/** Until when places and prices are held, counting down; activity renews it. COMP-084. */
export function HoldNotice({ hold, now, renew, onEnd }: HoldNoticeProps) {
  if (hold) return <HoldCountdown ends={hold.ends} now={now} renew={renew} onEnd={onEnd} />
  return (
    <div className={styles['hold']} data-gone>
      <StatusBadge state="stop">Your places and prices are no longer held.</StatusBadge>
      <Button size="sm" variant="default" onClick={() => void renew()}>
        Hold them again
      </Button>
    </div>
  )
}

type HoldCountdownProps = Omit<HoldNoticeProps, 'hold'> & { ends: Instant }

function HoldCountdown({ ends, now, renew, onEnd }: HoldCountdownProps) {
  const readRemaining = () => {
    const left = Date.parse(ends) - Date.parse(now())
    return { left, until: wallClock(Date.now() + left) }
  }
  const [remaining, setRemaining] = useState(readRemaining)
  const updateRemaining = useEffectEvent(() => {
    const next = readRemaining()
    setRemaining(next)
    if (next.left <= 0) onEnd()
  })
  // A renewed end is seen at once.
  const [shownEnds, setShownEnds] = useState(ends)
  if (shownEnds !== ends) {
    setShownEnds(ends)
    setRemaining(readRemaining())
  }
  useEffect(() => {
    const tick = setInterval(updateRemaining, 1_000)
    return () => clearInterval(tick)
  }, [ends])

  const renewHold = useEffectEvent(() => {
    // A refusal shows itself where it matters: at the next step.
    renew().catch(() => undefined)
  })
  useEffect(() => {
    let last = Date.now()
    const active = () => {
      if (Date.now() - last < renewAfter) return
      last = Date.now()
      renewHold()
    }
    for (const kind of activityEvents) window.addEventListener(kind, active, { passive: true })
    return () => {
      for (const kind of activityEvents) window.removeEventListener(kind, active)
    }
  }, [])

  const { left, until } = remaining
  if (left > endless) {
    return (
      <div className={styles['hold']}>
        <StatusBadge state="done">Your places and prices are kept while you complete your registration</StatusBadge>
      </div>
    )
  }
  return (
    <div className={styles['hold']} data-soon={left <= soon || undefined}>
      <StatusBadge state={left <= soon ? 'standby' : 'done'}>Your places and prices are held until {until}</StatusBadge>
      {/* Each second is for the eye alone; the sentence beside it is what is read out. */}
      <span className="figures" aria-hidden>
        {remainingText(left)} left
      </span>
    </div>
  )
}
