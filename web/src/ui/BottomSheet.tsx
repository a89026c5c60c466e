import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import { usePhone } from './clock.ts'

type SheetProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

/** What is longer than a question: from below on a phone, at the right elsewhere. */
export function BottomSheet({ opened, title, onClose, children }: SheetProps) {
  const phone = usePhone()
  useBackCloses(opened, onClose)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '85dvh' : 480}
      transitionProps={{ transition: phone ? 'fade-up' : 'fade-left', duration: 160 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  )
}
