import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import styles from './CopyLink.module.css'

const copiedMilliseconds = 1_000

type CopyLinkProps = {
  label: string
  url: string
  /** Focus goes to the link when it comes: the button that made it waited, and lost its focus. */
  takesFocus?: boolean
}

/** A link to hand on (UI-019). */
export function CopyLink({ label, url, takesFocus = false }: CopyLinkProps) {
  const [copied, setCopied] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true })
  }, [takesFocus])

  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedMilliseconds)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // Not allowed to write the clipboard: the link stays selected, ready for the keyboard.
    }
  }

  return (
    <div className={styles['copy']}>
      <TextInput ref={input} label={label} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Button variant="default" onClick={() => void copy()} miw={96} aria-live="polite">
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </div>
  )
}
