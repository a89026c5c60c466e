import { Button } from '@mantine/core'
import styles from './Office.module.css'

type PagerProps = {
  page: number
  more: boolean
  onPage: (page: number) => void
  /** Where the rows do not stand by their age. */
  words?: { before: string; after: string }
}

const byAge = { before: 'Newer', after: 'Older' }

/** The way to the pages beside it, for lists nobody counts. */
export function Pager({ page, more, onPage, words = byAge }: PagerProps) {
  if (page === 1 && !more) return null
  return (
    <div className={styles['pair']}>
      <Button variant="default" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {words.before}
      </Button>
      <Button variant="default" size="sm" disabled={!more} onClick={() => onPage(page + 1)}>
        {words.after}
      </Button>
    </div>
  )
}
