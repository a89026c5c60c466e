import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseOnBack } from './router/page-history.ts'
import { usePhone } from './clock.ts'
import { useReturnFocus, plainHeader } from './focus-return.ts'

type SheetProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

/** A dialog for long content: a bottom sheet on phones, a side panel elsewhere. */
export function BottomSheet({ opened, title, onClose, children }: SheetProps) {
  const phone = usePhone()
  useCloseOnBack(opened, onClose)
  useReturnFocus(opened)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '85dvh' : 480}
      transitionProps={{ transition: phone ? 'fade-up' : 'fade-left', duration: 160 }}
      attributes={plainHeader}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  )
}
