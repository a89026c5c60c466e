import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The sticky bar at the foot of the page; null until it is drawn. */
export const PayBarContext = createContext<HTMLElement | null>(null)

/** Draws its children in the sticky bar, so that Pay is in sight however long the form is. */
export function PayBar({ children }: { children: ReactNode }) {
  const bar = useContext(PayBarContext)
  return bar && createPortal(children, bar)
}
