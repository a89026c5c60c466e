import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

type ExpandButtonProps = ButtonProps & {
  isExpanded: boolean
  /** The rows in all, with their noun: '63 routines'. */
  all: string
  onChange: (isExpanded: boolean) => void
}

/** Shows all rows of a long list, or its first ones again; then the button stays in sight, though rows above it go. */
export function ExpandButton({ isExpanded, all, onChange, ...button }: ExpandButtonProps) {
  const self = useRef<HTMLButtonElement>(null)
  const wasExpanded = useRef(isExpanded)
  useEffect(() => {
    if (wasExpanded.current && !isExpanded) self.current?.scrollIntoView({ block: 'nearest' })
    wasExpanded.current = isExpanded
  }, [isExpanded])
  return (
    <Button ref={self} {...button} aria-expanded={isExpanded} onClick={() => onChange(!isExpanded)}>
      {isExpanded ? 'Show fewer' : `Show all ${all}`}
    </Button>
  )
}
