import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { whenIdle } from './scheduling.ts'

/** The circumstances under which the server wrote the page: the first render in the browser must come out the same. */
type Markup = {
  isPhone: boolean
  /** False: the server did not know whether somebody is signed in. */
  isVisitor: boolean
  /** In milliseconds of this machine's clock. */
  moment: number
  /** Texts of dates and times by their keys (text-formats.ts); collected while the page is written. */
  texts: Record<string, string>
}

let markup: Markup = { isPhone: false, isVisitor: false, moment: 0, texts: {} }
let isWriting = false
/** Whether a page of the server is written or still to be taken over. */
let isWritten = false

export function setMarkup(next: Markup) {
  markup = next
  isWritten = true
}

/** Sets the circumstances and writes the page: texts are collected meanwhile. */
export function writeMarkup(next: Markup, write: () => string): string {
  setMarkup(next)
  isWriting = true
  try {
    return write()
  } finally {
    isWriting = false
  }
}

export const markupTexts = () => ({ texts: markup.texts, isWriting })

export const isPhoneMarkup = (): boolean => markup.isPhone

/** Whether what is rendered must come out as the server wrote it. */
export const MarkupContext = createContext(false)

/**
 * The value of `MarkupContext`: true until the page is taken over, its screen too. Each component asks for it, so the
 * change is a transition: as a store of React's it would hydrate the screen, or render it again, in one long task.
 */
export function useMarkupPhase(): boolean {
  const [isHydrating, setHydrating] = useState(isWritten)
  useEffect(() => {
    if (!isHydrating) return
    return whenIdle(() => {
      isWritten = false
      startTransition(() => setHydrating(false))
    })
  }, [isHydrating])
  return isHydrating
}

/** The circumstances under which this component was written, while it is rendered by the server or hydrated; else null. */
export const useMarkup = (): Markup | null => (useContext(MarkupContext) ? markup : null)
