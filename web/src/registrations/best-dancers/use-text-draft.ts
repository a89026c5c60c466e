import { useState } from 'react'

/** Keeps the leading and trailing spaces of the input while it equals the committed value without them. */
export function useTextDraft(value: string, commit: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const displayedText = text.trim() === value.trim() ? text : value
  return [
    displayedText,
    (next) => {
      setText(next)
      commit(next)
    },
  ]
}
