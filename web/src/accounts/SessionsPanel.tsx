import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { LoadError } from '../shell/ErrorPage.tsx'
import { call } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { momentText } from '../ui/Day.tsx'
import { confirm } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './AccountPage.module.css'

const when = (at: Instant) => momentText({ at, zone: Intl.DateTimeFormat().resolvedOptions().timeZone })

/** Where the account is signed in, and signing out there. */
export function SessionsPanel({ user_id }: { user_id: number }) {
  const queries = useQueryClient()
  const params = { id: user_id }
  const { data, error, refetch } = useRead('GET /v1/mybtf/{id}/sessions', { params })
  const sessions = data?.sessions ?? []

  async function end(title: string, act: () => Promise<unknown>) {
    const message = 'Anyone using it has to sign in again. Nothing that was saved is lost.'
    const isConfirmed = await confirm({
      title,
      message,
      yes: 'Yes, sign out',
      no: 'No, stay',
      consequence: 'none',
      act,
    })
    await queries.invalidateQueries({ queryKey: ['GET /v1/mybtf/{id}/sessions'] })
    if (isConfirmed) toast('Signed out')
  }
  const endOne = (session_id: number, device: string) =>
    end(`Sign out ${device}?`, () =>
      call('DELETE /v1/mybtf/{id}/sessions/{session_id}', { params: { ...params, session_id } }),
    )
  const endOthers = () => end('Sign out everywhere else?', () => call('DELETE /v1/mybtf/{id}/sessions', { params }))

  return (
    <Panel
      title="Where you are signed in"
      actions={
        sessions.length > 1 && (
          <Button variant="default" size="sm" onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <ul className={styles['methods']}>
        {sessions.map(({ id, device, ip, last_seen, here }) => (
          <li key={id}>
            <span>
              {device}
              {here && <strong>, this one</strong>}
              <span className={styles['whose']}>
                Last seen <time dateTime={last_seen}>{when(last_seen)}</time>
                {ip && ` from ${ip}`}
              </span>
            </span>
            {!here && (
              <Button
                variant="default"
                size="sm"
                aria-label={`Sign out ${device}, last seen ${when(last_seen)}`}
                onClick={() => void endOne(id, device)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
