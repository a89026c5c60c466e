import { Button, Group } from '@mantine/core'
import type { ErrorScreenProps } from '../ui/router/router.ts'
import { useState, type ReactNode } from 'react'
import { useRepeatFailedReads } from '../api/failed-reads.ts'
import { failureWords, failureSentence } from '../api/failure.ts'
import { Empty } from '../ui/Empty.tsx'
import { ReplyError } from '../api/reply-error.ts'
import { captureFields, restoreFields } from './field-recovery.ts'
import { Panel } from '../ui/Panel.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import styles from '../ui/Office.module.css'

/** Replaces a screen that failed to render; the frame stays, and a retry restores the edited fields. */
export function ErrorPage({ error, reset }: ErrorScreenProps) {
  const { title, message } = failureWords(error)
  // During the first render of this page the failed screen is still in the DOM.
  const [editedFields] = useState(captureFields)
  return (
    <Empty
      level={1}
      title={title}
      action={
        <Group gap="xs" justify="center">
          <Button
            onClick={() => {
              restoreFields(editedFields)
              reset()
            }}
          >
            Try again
          </Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </Group>
      }
    >
      {message}
      {editedFields.length > 0 && ' What you typed is kept: try again.'}
    </Empty>
  )
}

type LoadErrorProps = { error: unknown; onRetry: () => void }

/** The result of `useRead`. */
export type ReadResult = { data: unknown; error: unknown; refetch: () => unknown }

/** The address names something by what is no number, so a retry cannot help. */
const isWrongAddress = (error: unknown) =>
  error instanceof ReplyError && error.code === 'malformed' && error.field === 'id'

/** Shows that data failed to load, with a button that repeats the read, and each other one of the screen that failed. */
export const LoadError = ({ error, onRetry }: LoadErrorProps) =>
  isWrongAddress(error) ? <NotFoundPage /> : <LoadNotice error={error} onRetry={onRetry} />

function LoadNotice({ error, onRetry }: LoadErrorProps) {
  const repeatFailedReads = useRepeatFailedReads()
  return (
    <div role="alert" className={`${styles['notice']} ${styles['pair']}`}>
      <StatusBadge state="stop">{failureSentence(error)}</StatusBadge>
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          onRetry()
          repeatFailedReads()
        }}
      >
        Try again
      </Button>
    </div>
  )
}

type LinkErrorProps = LoadErrorProps & { action?: ReactNode; refusalTitle?: string }

/**
 * Replaces the page of a mailed link that did not open. The server's refusal comes with `action`, the way on; a failure of
 * the connection says nothing about the link, so the link is tried again. `refusalTitle` names the link that was refused.
 */
export function LinkError({ error, onRetry, action, refusalTitle }: LinkErrorProps) {
  const { title, message } = failureWords(error)
  const isRefused = error instanceof ReplyError && error.bad_request
  return (
    <Empty
      level={1}
      title={isRefused ? (refusalTitle ?? title) : title}
      action={isRefused ? action : <Button onClick={onRetry}>Try again</Button>}
    >
      {message}
    </Empty>
  )
}

/** The panel whose read failed; nothing while it may still come. */
export function PanelReadError({ title, read }: { title: string; read: ReadResult }) {
  if (!read.error) return null
  return (
    <Panel title={title}>
      <ReadErrors reads={[read]} />
    </Panel>
  )
}

/** Shows that reads failed, with a button that repeats those. Reads that have data are left alone: it stays on the screen. */
export function ReadErrors({ reads }: { reads: readonly ReadResult[] }) {
  const failedReads = reads.filter(({ data, error }) => Boolean(error) && data === undefined)
  const [first] = failedReads
  if (!first) return null
  const readAgain = () => {
    for (const { refetch } of failedReads) void refetch()
  }
  return <LoadError error={first.error} onRetry={readAgain} />
}
