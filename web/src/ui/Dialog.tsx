import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseOnBack } from './router/page-history.ts'
import { useReturnFocus, plainHeader } from './focus-return.ts'

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
  useCloseOnBack(opened, onCancel)
  useReturnFocus(opened)
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
