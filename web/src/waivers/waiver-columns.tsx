import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { paperDay } from '@callboard/domain/waivers/request.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { address, type Reply } from '../api/call.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Column } from '../ui/data-columns.ts'
import { dayText, momentText } from '../ui/Day.tsx'
import styles from './Waivers.module.css'

export type WaiverRow = Reply<'GET /v1/mybtf/waivers'>['rows'][number]

type Acts = {
  zone: string
  now: Instant
  /** After the event no reminder is sent. */
  past: boolean
  genders: readonly { id: number; name: string }[]
  onSign: (row: WaiverRow) => void
  onRemind: (row: WaiverRow) => void
  onRemove: (row: WaiverRow) => void
}

export const nameOf = ({ fname, lname }: Pick<WaiverRow, 'fname' | 'lname'>) => `${fname} ${lname}`

type SigningTime = { signed_at: Instant; zone: string; on_paper: boolean }

/** The moment of an online signature; the day alone for paper, which has no time. */
export const signedText = ({ signed_at, zone, on_paper }: SigningTime, thisYear?: number): string =>
  on_paper ? dayText(paperDay(signed_at)) : momentText({ at: signed_at, zone }, thisYear)

type WaiverStatus = 'signed' | 'sent' | 'over' | 'missing'

function waiverStatusOf({ signed_at, request }: WaiverRow, now: Instant): WaiverStatus {
  if (signed_at) return 'signed'
  if (!request) return 'missing'
  return request.expires_at > now ? 'sent' : 'over'
}

const words: Record<WaiverStatus, [tone: 'done' | 'standby' | 'stop' | 'idle', text: string]> = {
  signed: ['done', 'Signed'],
  sent: ['standby', 'Link sent'],
  over: ['stop', 'Link expired'],
  missing: ['idle', 'Not signed'],
}

const order: readonly WaiverStatus[] = ['missing', 'over', 'sent', 'signed']

/** Dancers and teachers with what they have signed, and what can be done. WAIV-001, WAIV-002. */
export function waiverColumns(
  { zone, now, past, genders, ...acts }: Acts,
  several: boolean,
): readonly Column<WaiverRow>[] {
  const genderOf = ({ gender_id }: WaiverRow) => genders.find(({ id }) => id === gender_id)?.name ?? ''
  const waiverColumn: Column<WaiverRow> = {
    key: 'waiver',
    header: 'Waiver',
    width: 'minmax(0, 1.4fr)',
    sort: ({ waiver }) => waiver,
    cell: ({ waiver }) => waiver,
  }
  return [
    {
      key: 'name',
      header: 'Name',
      width: 'minmax(0, 1.7fr)',
      sort: ({ fname, lname }) => `${lname} ${fname}`,
      text: nameOf,
      cell: (row) => (
        <span>
          {nameOf(row)}
          {row.kind === 'teacher' && <span className={styles['second']}>Teacher</span>}
        </span>
      ),
    },
    ...(several ? [waiverColumn] : []),
    { key: 'gender', header: 'Gender', width: '72px', sort: genderOf, cell: (row) => genderOf(row) || '–' },
    {
      key: 'birthdate',
      header: 'Birthdate',
      width: '108px',
      sort: ({ birthdate }) => birthdate,
      text: ({ birthdateString }) => birthdateString,
      cell: ({ birthdateString }) => (birthdateString ? <span className="figures">{birthdateString}</span> : '–'),
    },
    {
      key: 'age',
      header: 'Age',
      width: '56px',
      align: 'end',
      sort: ({ age }) => age,
      cell: ({ age }) => (age === null ? '–' : <span className="figures">{age}</span>),
    },
    {
      key: 'standing',
      header: 'Waiver status',
      width: 'minmax(0, 2.6fr)',
      sort: (row) => order.indexOf(waiverStatusOf(row, now)),
      text: (row) => words[waiverStatusOf(row, now)][1],
      cell: (row) => <WaiverStatus row={row} zone={zone} now={now} />,
    },
    {
      key: 'acts',
      header: 'Actions',
      quietHeader: true,
      align: 'end',
      width: '252px',
      cell: (row) => <RowActs row={row} past={past} {...acts} />,
    },
  ]
}

function WaiverStatus({ row, zone, now }: { row: WaiverRow; zone: string; now: Instant }) {
  const { request, signed_at } = row
  const standing = waiverStatusOf(row, now)
  const [tone, text] = words[standing]
  return (
    <span>
      <StatusBadge state={tone}>{request?.on_paper ? 'Signed on paper' : text}</StatusBadge>
      <span className={styles['second']}>
        {signed_at && request?.signer_name && `${request.signer_name}, `}
        {signed_at && signedText({ signed_at, zone, on_paper: request?.on_paper ?? false }, Number(now.slice(0, 4)))}
        {!signed_at && request?.mailed_to && request.mailed_at && (
          <>
            {request.mailed_to}, {momentText({ at: request.mailed_at, zone }, Number(now.slice(0, 4)))}
          </>
        )}
      </span>
    </span>
  )
}

type RowActsProps = { row: WaiverRow } & Pick<Acts, 'past' | 'onSign' | 'onRemind' | 'onRemove'>

function RowActs({ row, past, onSign, onRemind, onRemove }: RowActsProps) {
  const name = nameOf(row)
  if (!row.signed_at) {
    return (
      <span className={styles['acts']}>
        <Button size="compact-sm" variant="light" aria-label={`SIGN for ${name}`} onClick={() => onSign(row)}>
          SIGN
        </Button>
        {!past && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`SEND REMINDER for ${name}`}
            onClick={() => onRemind(row)}
          >
            SEND REMINDER
          </Button>
        )}
      </span>
    )
  }
  return (
    <span className={styles['acts']}>
      {row.request && (
        <Button
          component="a"
          size="compact-sm"
          variant="default"
          href={address('/v1/mybtf/waivers/view/{request_id}', { params: { request_id: row.request.id } })}
          target="_blank"
          rel="noreferrer"
          aria-label={`VIEW WAIVER of ${name}`}
        >
          VIEW WAIVER
        </Button>
      )}
      {row.removable && (
        <ActionIcon size={32} aria-label={`Delete the waiver of ${name}`} onClick={() => onRemove(row)}>
          <IconTrash className="icon" />
        </ActionIcon>
      )}
    </span>
  )
}
