import { useSyncExternalStore } from 'react'

/** The circumstances under which the server wrote the page: the first render in the browser must come out the same. */
type Markup = {
  isPhone: boolean
  /** In milliseconds of this machine's clock. */
  moment: number
  /** Texts of dates and times by their keys (text-formats.ts); collected while the page is written. */
  texts: Record<string, string>
}

let markup: Markup = { isPhone: false, moment: 0, texts: {} }
let isWriting = false

export function setMarkup(next: Markup) {
  markup = next
}

/** Sets the circumstances and writes the page: texts are collected meanwhile. */
export function writeMarkup(next: Markup, write: () => string): string {
  markup = next
  isWriting = true
  try {
    return write()
  } finally {
    isWriting = false
  }
}

export const markupTexts = () => ({ texts: markup.texts, isWriting })

export const isPhoneMarkup = (): boolean => markup.isPhone

const subscribeNever = () => () => {}

/** The moment at which this component was written by the server, while it is rendered there or hydrated; else null. */
export const useMarkupMoment = (): number | null =>
  useSyncExternalStore(
    subscribeNever,
    () => null,
    () => markup.moment,
  )
