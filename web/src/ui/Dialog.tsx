import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import { useFocusReturns, plainHeader } from './focus-returns.ts'

type DialogProps = {
  opened: boolean
  title: string
  /** Escape, the back button, the cross and a click outside. */
  onCancel: () => void
  width?: number
  children: ReactNode
}

/** One question on top of the screen. Focus stays in it, and returns to where it was. */
export function Dialog({ opened, title, onCancel, width = 460, children }: DialogProps) {
  useBackCloses(opened, onCancel)
  useFocusReturns(opened)
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      size={width}
      padding="lg"
      transitionProps={{ transition: 'fade-up', duration: 150 }}
      attributes={plainHeader}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}
