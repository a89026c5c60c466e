import { useSyncExternalStore } from 'react'

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

/** The circumstances under which this component was written, while it is rendered by the server or hydrated; else null. */
export const useMarkup = (): Markup | null =>
  useSyncExternalStore<Markup | null>(
    subscribeNever,
    () => null,
    () => markup,
  )
