import { createContext, useContext, useState } from 'react'

export type FormError = { readonly message: string; readonly field?: string | undefined }

/** Form state that fields read: whether a submit was tried, and the field the server named. */
export const FormState = createContext<{ tried: boolean; refused: FormError | undefined }>({
  tried: false,
  refused: undefined,
})

/** A field keeps its error to itself until it has been left, or submitting was tried. */
export function useFieldError(name: string | undefined, error: string | undefined) {
  const { tried, refused } = useContext(FormState)
  const [left, setLeft] = useState(false)
  // The field's own error comes first because it is about the current value.
  const fromServer = !error && name !== undefined && refused?.field === name ? refused.message : undefined
  const shown = error && (left || tried) ? error : fromServer
  return {
    shown,
    onBlur: () => setLeft(true),
    /** On the control itself: how the form finds the first that is not right. Mantine's own mark also stands on a refused one. */
    marks: { ...(error && { 'data-wrong': true }), ...(fromServer && { 'data-refused': true }) },
  }
}
