import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from '../ui/Link.tsx'
import styles from './AccountMenu.module.css'
import { paths } from './paths.ts'
import { useSignOut } from './sign-out.ts'

export function AccountMenu({ label }: { label: string }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useId()
  const signOut = useSignOut()

  useEffect(() => {
    if (!open) return undefined
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])

  return (
    <div ref={box} className={styles['box']}>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        {label}
        <IconChevronDown className="icon" />
      </button>
      {open && (
        <ul id={list} className={styles['list']}>
          <li>
            <Link to={paths.account} className={styles['item']} onClick={() => setOpen(false)}>
              My Account
            </Link>
          </li>
          <li>
            <button type="button" className={styles['item']} onClick={() => void signOut()}>
              Sign Out
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}
