import { wishText } from '@callboard/domain/running-order/entry-request.ts'
import { Button } from '@mantine/core'
import styles from './RunningOrder.module.css'
import type { OfficeEntry } from './use-running-order.ts'

type RequestNoteProps = { entry: OfficeEntry; onAnswer: (entry: OfficeEntry) => void }

/** The request of a studio for an entry, in its words, with the office's answer. */
export function RequestNote({ entry, onAnswer }: RequestNoteProps) {
  const { request, name } = entry
  if (!request) return null
  const { text, answer } = request
  return (
    <span className={styles['request']}>
      <span>
        <b>Request:</b> {[wishText(request), text && `“${text}”`].filter(Boolean).join('. ')}
      </span>
      {answer && (
        <span>
          <b>Answer:</b> {answer}
        </span>
      )}
      <span className="no-print">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${answer ? 'Change the answer' : 'Answer'} for ${name}`}
          onClick={() => onAnswer(entry)}
        >
          {answer ? 'Change the answer' : 'Answer'}
        </Button>
      </span>
    </span>
  )
}
