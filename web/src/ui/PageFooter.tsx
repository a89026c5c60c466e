import { Button } from '@mantine/core'
import styles from './PageFooter.module.css'

export type PageLinks = {
  page: number
  pageSize: number
  total: number
  /** `total` is a lower bound: counting ended there. */
  more?: boolean
  onPage: (page: number) => void
}

/** '51–100 of 1,204', and the way to the pages beside it. Pages count from 1. */
export function PageFooter({ label, page, pageSize, total, more = false, onPage }: PageLinks & { label: string }) {
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  const isOnly = page <= 1 && last >= total && !more
  return (
    <div className={`${styles['footer']} no-print`}>
      <output>
        {first < last && `${first.toLocaleString('en-US')}–`}
        {last.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
        {more && '+'}
      </output>
      {!isOnly && (
        <>
          <Button
            variant="default"
            size="sm"
            disabled={page <= 1}
            aria-label={`Previous page of ${label.toLowerCase()}`}
            onClick={() => onPage(page - 1)}
          >
            Previous
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={last >= total && !more}
            aria-label={`Next page of ${label.toLowerCase()}`}
            onClick={() => onPage(page + 1)}
          >
            Next
          </Button>
        </>
      )}
    </div>
  )
}
