import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { isPhoneMarkup, useMarkup } from './markup.ts'

/** How often what depends on the time looks at it again (UI-009). */
export const tickMilliseconds = 60_000
/** How long without mouse or key before the person counts as away (UI-027). */
export const idleMilliseconds = 900_000
/** How long typing rests before the studio search asks. CONST-023, ACC-032. */
export const searchRestMilliseconds = 300
/** How long its list stays after the field was left, so that a click on it still counts. CONST-023. */
export const searchCloseMilliseconds = 150

/** How long typing must rest before it is acted on (UI-006). */
export const debounceMilliseconds = 150
/** Under this a screen is a phone's (UI-005). */
export const phoneBelow = 768

// The cast: toISOString writes exactly what an Instant is.
const read = (moment = Date.now()) => new Date(moment).toISOString() as Instant

/** Now, read again every minute. `offset` is what the server's clock is ahead, in milliseconds. */
export function useNow(offset = 0): Instant {
  const markupMoment = useMarkup()?.moment ?? null
  const [now, setNow] = useState(() => read(markupMoment ?? undefined))
  useEffect(() => {
    const tick = setInterval(() => setNow(read()), tickMilliseconds)
    return () => clearInterval(tick)
  }, [])
  return offset === 0 ? now : (new Date(Date.parse(now) + offset).toISOString() as Instant)
}

const activity = ['mousemove', 'mousedown', 'keydown', 'wheel', 'touchstart'] as const

/** Calls once when nobody has moved, clicked or typed for the time; again after activity. */
export function useIdle(onIdle: () => void, after = idleMilliseconds) {
  const act = useRef(onIdle)
  useEffect(() => {
    act.current = onIdle
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => act.current(), after)
    }
    restart()
    for (const kind of activity) window.addEventListener(kind, restart, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const kind of activity) window.removeEventListener(kind, restart)
    }
  }, [after])
}

/** The value once it has rested. */
export function useDebounced<Value>(value: Value, rest = debounceMilliseconds): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return rested
}

function useMedia(question: string, serverAnswer = () => false): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(question)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(question).matches,
    serverAnswer,
  )
}

export const usePhone = () => useMedia(`(max-width: ${phoneBelow - 0.02}px)`, isPhoneMarkup)
/** A laptop's screen below the bars of its browser: side by side fits, one above the other hardly. */
export const useShortScreen = () => useMedia('(min-width: 62em) and (max-height: 55.99em)')
/**
 * Whether the page is printed. The browser lays paper out before a change of media is rendered, so `beforeprint` renders at
 * once.
 */
export function usePrinting(): boolean {
  const isPaper = useMedia('print')
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(true))
    const end = () => setPrinted(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPaper || isPrinted
}

/** The server's moment, from what its answers say and the time that went by here since. */
export function makeServerClock(first: Instant, clock: () => number) {
  let offset = Date.parse(first) - clock()
  return {
    // The cast: toISOString writes exactly what an Instant is.
    now: () => new Date(clock() + offset).toISOString() as Instant,
    /** An answer says what time it is. */
    syncClock: (now: Instant) => {
      offset = Date.parse(now) - clock()
    },
  }
}
