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

/** The first field takes focus, not the cross before it; on a phone none does, whose keyboard would cover the dialog. */
function markFirstField(body: HTMLElement | null) {
  if (!body || body.querySelector('[data-autofocus]')) return
  const fields = body.querySelectorAll<HTMLElement>(
    'input:enabled:not([type=hidden], [type=file]), select:enabled, textarea:enabled',
  )
  const [first] = fields
  const isRadio = first instanceof HTMLInputElement && first.type === 'radio'
  const field = (isRadio && [...fields].find((one) => one.matches(':checked'))) || first
  if (field) field.dataset['autofocus'] = 'true'
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
      {...(fillsScreen
        ? { fullScreen: true, classNames: { content: styles['screen'], body: styles['body'] } }
        : { classNames: { content: styles['card'] } })}
      padding="lg"
      transitionProps={{ transition: 'fade-up', duration: 150 }}
      attributes={plainHeader}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {fillsScreen ? children : <div ref={markFirstField}>{children}</div>}
    </Modal>
  )
}
