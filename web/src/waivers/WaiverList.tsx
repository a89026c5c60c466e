import { emailError } from '@callboard/domain/roster/contact.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { Button, SegmentedControl } from '@mantine/core'
import type { Person } from '@callboard/contract/roster/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { LoadError } from '../shell/ErrorPage.tsx'
import { call, type Reply } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { callQuery, useAct, useRead } from '../api/use-call.ts'
import { usePeopleLists } from '../accounts/AddressFields.tsx'
import { addressLines } from '../accounts/StudioCard.tsx'
import { useSession } from '../shell/session.ts'
import { DataRows } from '../ui/DataRows.tsx'
import { askText, confirm, notice } from '../ui/dialogs.ts'
import { Empty } from '../ui/Empty.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toasts.ts'
import { type Guardian, type Participant, changedByWaivers } from './draft.ts'
import { ShareLink } from './ShareLink.tsx'
import { nameOf, waiverColumns, type WaiverRow } from './waiver-columns.tsx'
import styles from './Waivers.module.css'

const SignDialogs = lazy(() => import('./SignDialogs.tsx').then((file) => ({ default: file.SignDialogs })))

type WaiverListProps = { registration_id: number; zone: string }
type SigningTarget = { row: WaiverRow; person: Participant }
type WaiverFilter = 'all' | 'missing' | 'signed'
type Listed = Reply<'GET /v1/mybtf/waivers'>

/** The waivers of a registration: who has signed, asking for the rest, and a link for everybody. WAIV-001, WAIV-002. */
export function WaiverList({ registration_id, zone }: WaiverListProps) {
  const { data, error, refetch } = useRead('GET /v1/mybtf/waivers', { query: { registration_id } })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} columns={5} />
  return <List data={data} registration_id={registration_id} zone={zone} />
}

function List({ data, registration_id, zone }: WaiverListProps & { data: Listed }) {
  const [filter, setFilter] = useState<WaiverFilter>('all')
  const [signingTarget, setSigningTarget] = useState<SigningTarget | null>(null)
  const genders = usePeopleLists()?.genders
  const { rows, now, past } = data
  const acts = useRowActs({ registration_id, past, onOpen: setSigningTarget })
  const guardians = useGuardian()
  const several = new Set(rows.map(({ waiver_type_id }) => waiver_type_id)).size > 1
  const columns = useMemo(
    () => waiverColumns({ zone, now, past, genders: genders ?? [], ...acts }, several),
    [zone, now, past, genders, acts, several],
  )
  const filtered = useMemo(
    () => (filter === 'all' ? rows : rows.filter(({ signed_at }) => (signed_at !== null) === (filter === 'signed'))),
    [rows, filter],
  )
  return (
    <>
      <div className={styles['top']}>
        <Progress registration_id={registration_id} tally={data.tally} past={past} />
        <ShareLink registration_id={registration_id} />
      </div>
      <DataRows
        label="Waivers"
        rows={filtered}
        rowKey={({ person_id, waiver_type_id }) => `${person_id}/${waiver_type_id}`}
        rowName={nameOf}
        columns={columns}
        tools={
          <SegmentedControl
            size="sm"
            aria-label="Which waivers"
            value={filter}
            onChange={(next) => setFilter(next as WaiverFilter)}
            data={[
              { value: 'all', label: 'All' },
              { value: 'missing', label: 'Missing' },
              { value: 'signed', label: 'Signed' },
            ]}
          />
        }
        empty={
          <Panel>
            <Empty
              title={rows.length === 0 ? 'No one here needs a waiver' : 'No waivers match'}
              {...(rows.length > 0 && {
                action: (
                  <Button variant="default" onClick={() => setFilter('all')}>
                    Show all
                  </Button>
                ),
              })}
            >
              {rows.length === 0
                ? 'Dancers and teachers of this registration appear here with what they have signed.'
                : filter === 'missing'
                  ? 'Everyone has signed.'
                  : 'No one has signed yet.'}
            </Empty>
          </Panel>
        }
      />
      {signingTarget && (
        <Suspense fallback={null}>
          <SignDialogs
            registration_id={registration_id}
            waiver_type_id={signingTarget.row.waiver_type_id}
            waiver={signingTarget.row.waiver}
            person={signingTarget.person}
            facts={{ today: data.today, adult_age: data.adult_age, birthdate: signingTarget.row.birthdate }}
            guardian={guardians.of(signingTarget.person)}
            onSigned={(guardian) => guardians.keep(signingTarget.person, guardian)}
            onClose={() => setSigningTarget(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * The guardian that a child's form opens with: of the child before, where both have one last name or the account is a
 * parent's own; else the account itself. A studio signs for no child, and families of a studio are not mixed up.
 */
function useGuardian() {
  const user = useSession()
  const states = usePeopleLists()?.states
  const isParent = user ? !user.studio_account : false
  const own = useRead('GET /v1/mybtf/{id}/contact-info', { params: { id: user?.id ?? 0 } }, { enabled: isParent })
  const [before, setBefore] = useState<{ lname: string; guardian: Guardian } | null>(null)
  return {
    of({ id, lname, address }: Participant): Guardian | undefined {
      if (before && (isParent || before.lname === lname)) return before.guardian
      const person = isParent ? own.data?.person : undefined
      return person && person.id !== id
        ? { parent: guardianOf(person, address || addressLines(person.address, states)), parent_relationship: null }
        : undefined
    },
    keep: ({ lname }: Participant, guardian: Guardian) => setBefore({ lname, guardian }),
  }
}

/** The account's own person, at the child's address of the roster or their own. */
function guardianOf({ fname, lname, gender_id, email, phone }: Person, address: string): Guardian['parent'] {
  const parts = {
    emailValue: email[0]?.value,
    phoneValue: phone[0]?.value,
    address,
  }
  const filledParts = Object.fromEntries(Object.entries(parts).filter(([, value]) => value))
  return { fname, lname, gender_id, ...filledParts }
}

type RowActsInput = {
  registration_id: number
  past: boolean
  onOpen: (signingTarget: SigningTarget) => void
}

/** SIGN, SEND REMINDER and delete, each with its question. WAIV-019 to WAIV-021. */
function useRowActs({ registration_id, past, onOpen }: RowActsInput) {
  const queries = useQueryClient()
  return useMemo(() => {
    const refresh = () => Promise.all(changedByWaivers.map((route) => queries.invalidateQueries({ queryKey: [route] })))
    return {
      onSign: (row: WaiverRow) => {
        const request = { params: { person_id: row.person_id }, query: { registration_id } }
        queries.fetchQuery(callQuery('GET /v1/mybtf/waivers/persons/{person_id}', request)).then(
          ({ person }) => onOpen({ row, person }),
          (error: unknown) => showFailure(error, () => {}),
        )
      },
      onRemind: async (row: WaiverRow) => {
        await askText({
          title: `Request the waiver of ${nameOf(row)}`,
          message: 'We’ll email a link to this waiver. No account is needed, and the link can be sent again.',
          label: 'Email of a parent or guardian',
          start: row.reminder_email ?? '',
          yes: 'Send',
          check: (text) => emailError(text, true) ?? undefined,
          draft: ['waiver-reminder', row.attendee_id],
          act: async (reminder_email) => {
            await call('POST /v1/mybtf/waivers/reminder', { body: { id: row.attendee_id, reminder_email } })
            toast('Email Sent')
            await refresh()
          },
        })
      },
      onRemove: async (row: WaiverRow) => {
        const removed = await confirm({
          title: `Delete the waiver of ${nameOf(row)}?`,
          message: `It has to be signed again${past ? '' : ' before the event'}. What was filled in is deleted.`,
          yes: 'Yes, delete it',
          no: 'No, I want to keep it',
          consequence: 'loss',
          act: () =>
            call('DELETE /v1/mybtf/waivers/persons/{person_id}', {
              params: { person_id: row.person_id },
              query: { registration_id, waiver_type_id: row.waiver_type_id },
            }),
        })
        if (removed) toast('Waiver deleted')
        await refresh()
      },
    }
  }, [queries, registration_id, past, onOpen])
}

type ProgressProps = { registration_id: number; tally: Listed['tally']; past: boolean }

/** How far it is, and asking for all that is missing at once. */
function Progress({ registration_id, tally: { done, total }, past }: ProgressProps) {
  const left = total - done
  const asking = useAct('POST /v1/mybtf/waivers/reminders', {
    refreshes: ['GET /v1/mybtf/waivers'],
    onSuccess: saySent,
  })
  return (
    <Panel title="Signed">
      <p className={styles['figure']}>
        {done}/{total}
      </p>
      <progress className={styles['bar']} value={total ? done : 1} max={total || 1} aria-label="Waivers signed" />
      {left === 0 ? (
        <p className={styles['quiet']}>{total > 0 ? 'Everyone has signed.' : 'No one here needs a waiver.'}</p>
      ) : past ? (
        <p className={styles['quiet']}>{explain({ code: 'waiver.event_over' })}</p>
      ) : (
        <Button
          variant="default"
          loading={asking.isPending}
          onClick={() =>
            void confirm({
              title: 'Remind everyone who hasn’t signed?',
              message:
                'Each person gets an email with their own link, at the parent email you entered. Anyone reminded within the last day is skipped.',
              yes: 'Yes, send the emails',
              no: 'Not now',
              consequence: 'outgoing',
            }).then((yes) => yes && asking.mutate({ body: { registration_id } }))
          }
        >
          Remind everyone who hasn’t signed
        </Button>
      )}
    </Panel>
  )
}

const mails = (count: number) => `${count} ${count === 1 ? 'email' : 'emails'}`

function saySent({ sent, recently, without }: Reply<'POST /v1/mybtf/waivers/reminders'>) {
  if (recently === 0 && without.length === 0) return toast('Email Sent')
  return void notice({
    title: sent > 0 ? 'Email Sent' : 'Nothing was sent',
    message: [
      `${mails(sent)} sent.`,
      ...(recently > 0 ? [`${recently} were reminded within the last day.`] : []),
      ...(without.length > 0
        ? [
            `We have no email address for ${without.map(({ name }) => name).join(', ')}: use SEND REMINDER, or the link above.`,
          ]
        : []),
    ].join('\n'),
  })
}
