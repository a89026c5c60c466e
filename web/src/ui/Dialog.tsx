import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhone } from './clock.ts'
import styles from './Dialog.module.css'
import { useCloseOnBack } from './router/page-history.ts'
import { useReturnFocus, plainHeader } from './focus-return.ts'

type DialogProps = {
  opened: boolean
  title: string
  /** Escape, the back button, the cross and a click outside. */
  onCancel: () => void
  width?: number
  /** One short question, which stays a card on a phone; anything else fills its screen. */
  isQuestion?: boolean
  children: ReactNode
}

/** One question on top of the screen. Focus stays in it, and returns to where it was. */
export function Dialog({ opened, title, onCancel, width = 460, isQuestion = false, children }: DialogProps) {
  useCloseOnBack(opened, onCancel)
  useReturnFocus(opened)
  const fillsScreen = usePhone() && !isQuestion
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      size={width}
      {...(fillsScreen && { fullScreen: true, classNames: { content: styles['screen'], body: styles['body'] } })}
      padding="lg"
      transitionProps={{ transition: 'fade-up', duration: 150 }}
      attributes={plainHeader}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}
