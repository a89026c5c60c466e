import { useSyncExternalStore } from 'react'

/** The circumstances under which the server wrote the page: the first render in the browser must come out the same. */
type Markup = {
  isPhone: boolean
  /** In milliseconds of this machine's clock. */
  moment: number
}

let markup: Markup = { isPhone: false, moment: 0 }

export function setMarkup(next: Markup) {
  markup = next
}

export const isPhoneMarkup = (): boolean => markup.isPhone

const subscribeNever = () => () => {}

/** The moment at which this component was written by the server, while it is rendered there or hydrated; else null. */
export const useMarkupMoment = (): number | null =>
  useSyncExternalStore(
    subscribeNever,
    () => null,
    () => markup.moment,
  )
