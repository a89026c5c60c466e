import { Link } from '../ui/Link.tsx'
import styles from './Footer.module.css'
import { paths } from './paths.ts'

/** The end of every page. */
export function Footer({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <footer id="footer" tabIndex={-1} className={`${styles['footer']} no-print`}>
      <div className={styles['bar']}>
        <span>Callboard</span>
        <Link to={paths.privacy} className={styles['link']}>
          Privacy
        </Link>
        <Link to={paths.terms} className={styles['link']}>
          Terms
        </Link>
        <button
          type="button"
          className={styles['link']}
          onClick={() => void import('./contact.tsx').then((file) => file.openContact())}
        >
          Contact
        </button>
        <button type="button" className={`${styles['link']} ${styles['shortcuts']}`} onClick={onShortcuts}>
          Keyboard shortcuts
        </button>
      </div>
    </footer>
  )
}
