import { useState } from 'react'

/** What is being typed: its blanks stay as long as what was taken over is the same without them. */
export function useTyped(value: string, commit: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const shown = text.trim() === value.trim() ? text : value
  return [
    shown,
    (next) => {
      setText(next)
      commit(next)
    },
  ]
}
