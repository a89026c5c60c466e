import { createContext, useContext, useEffect, useMemo, useState } from 'react'

let isPressed = false

/** A browser's own list takes the release for itself. */
const track = ({ type, target }: Event) => {
  isPressed = type === 'mousedown' && !(target instanceof HTMLSelectElement)
}

/** Mouse events alone: a browser makes them of a touch as well, and moves focus with them. */
function watchPresses() {
  for (const kind of ['mousedown', 'mouseup', 'dragend', 'keydown']) document.addEventListener(kind, track, true)
}

/** Acts at once, or after the click of a press: what appears in between would move the pressed button away. */
function whenReleased(act: () => void) {
  if (isPressed) document.addEventListener('mouseup', () => setTimeout(act), { once: true, capture: true })
  else act()
}

export type FormError = {
  readonly message: string
  readonly field?: string | undefined
  readonly code?: string | undefined
  /** The refusal's own values, such as those that somebody else stored (`edit_conflict`). */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Form state that fields read: whether the user has tried to submit, and the field the server named. */
export const FormState = createContext<{ hasTriedSubmit: boolean; serverError: FormError | undefined }>({
  hasTriedSubmit: false,
  serverError: undefined,
})

/** Places a refusal that names no field at this one, so that focus goes there; an answer that never came stays below the form. */
export function useErrorAt(error: (FormError & { status: number }) | null, field: string): FormError | null {
  return useMemo(
    () => (error && error.status > 0 && !error.field ? { message: error.message, field } : error),
    [error, field],
  )
}

/** A field keeps its error to itself until it has been left, or the user has tried to submit. */
export function useFieldError(name: string | undefined, error: string | undefined) {
  const { hasTriedSubmit, serverError } = useContext(FormState)
  const [left, setLeft] = useState(false)
  // The document keeps each listener once, however many fields there are.
  useEffect(watchPresses, [])
  // The field's own error comes first because it is about the current value.
  const fromServer = !error && name !== undefined && serverError?.field === name ? serverError.message : undefined
  const visibleError = error && (left || hasTriedSubmit) ? error : fromServer
  return {
    visibleError,
    onBlur: () => whenReleased(() => setLeft(true)),
    /** On the control itself: how the form finds the first that is not right. Mantine's own mark also stands on a field with a server error. */
    marks: { ...(error && { 'data-wrong': true }), ...(fromServer && { 'data-refused': true }) },
  }
}
