import { Button } from '@mantine/core'
import { address, type Reply } from '../../api/call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { momentText } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { signedText } from '../waiver-columns.tsx'
import styles from '../../ui/Office.module.css'

export type CityWaiver = Reply<'GET /v1/office/tour-dates/{id}/waivers'>['rows'][number]

type Acts = {
  zone: string
  /** After the event no reminder is sent. */
  past: boolean
  onPaper: (row: CityWaiver) => void
  onRemind: (row: CityWaiver) => void
  onSee: (request_id: number) => void
  onUndo: (row: CityWaiver) => void
}

const name: Column<CityWaiver> = {
  key: 'name',
  header: 'Name',
  sort: ({ name: person }) => person,
  width: 'minmax(0, 1.4fr)',
  cell: ({ name: person, waiver }) => (
    <span className={styles['line']} style={{ display: 'block' }}>
      <strong style={{ fontWeight: 560 }}>{person}</strong>
      <span className={styles['second']}>{waiver}</span>
    </span>
  ),
}

const registrant: Column<CityWaiver> = {
  key: 'registrant',
  header: 'Registered by',
  sort: ({ registrant: by }) => by,
  width: 'minmax(0, 1.4fr)',
  cell: ({ registrant: by, registration_id }) => (
    <Link
      to={paths.officeAt(`registrations/${registration_id}`)}
      className={styles['name']}
      style={{ fontWeight: 400 }}
    >
      {by}
    </Link>
  ),
}

/** Columns of missing waivers: date of the request and actions. */
export const missingColumns = ({ zone, past, onPaper, onRemind, onSee }: Acts): readonly Column<CityWaiver>[] => [
  name,
  registrant,
  {
    key: 'asked',
    header: 'Reminded by email',
    sort: ({ mailed_at }) => mailed_at,
    width: 'minmax(0, 1.2fr)',
    cell: ({ name: person, mailed_at, elsewhere }) => (
      <span className={styles['twoLines']}>
        {mailed_at ? (
          <StatusBadge state="standby">{momentText({ at: mailed_at, zone })}</StatusBadge>
        ) : (
          <StatusBadge state="idle">Not yet</StatusBadge>
        )}
        {elsewhere.map(({ request_id, registrant: by }) => (
          <Button
            key={request_id}
            size="compact-xs"
            variant="subtle"
            px={0}
            h="auto"
            // Room for its focus ring below the badge.
            mt={8}
            display="flex"
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            aria-label={`See the waiver of ${person} signed for ${by}`}
            onClick={() => onSee(request_id)}
          >
            Signed for {by}
          </Button>
        ))}
      </span>
    ),
  },
  {
    key: 'acts',
    header: 'Actions',
    quietHeader: true,
    align: 'end',
    width: '216px',
    cell: (row) => (
      <span className={styles['acts']}>
        {!past && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remind ${row.registrant} of ${row.name}`}
            onClick={() => onRemind(row)}
          >
            Remind
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Record the paper of ${row.name}`}
          onClick={() => onPaper(row)}
        >
          Record paper
        </Button>
      </span>
    ),
  },
]

/** Columns of signed waivers: signer, time and proof. */
export const signedColumns = ({ zone, onSee, onUndo }: Acts): readonly Column<CityWaiver>[] => [
  name,
  registrant,
  {
    key: 'signed',
    header: 'Signed',
    sort: ({ signed_at }) => signed_at,
    width: 'minmax(0, 1.4fr)',
    cell: ({ signer_name, signed_at, on_paper }) => (
      <span className={styles['twoLines']}>
        <StatusBadge state="done">{on_paper ? 'On paper' : 'Online'}</StatusBadge>
        <span className={styles['second']}>
          {[signer_name, signed_at && signedText({ signed_at, zone, on_paper })].filter(Boolean).join(', ')}
        </span>
      </span>
    ),
  },
  {
    key: 'acts',
    header: 'Actions',
    quietHeader: true,
    align: 'end',
    width: '200px',
    cell: (row) =>
      row.request_id === null ? null : (
        <span className={styles['acts']}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`See the waiver of ${row.name}`}
            onClick={() => onSee(row.request_id ?? 0)}
          >
            See
          </Button>
          <Button
            component="a"
            size="compact-sm"
            variant="default"
            href={address('/v1/office/waivers/{id}/pdf', { params: { id: row.request_id } })}
            target="_blank"
            rel="noreferrer"
            aria-label={`PDF of the waiver of ${row.name}`}
          >
            PDF
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Undo the waiver of ${row.name}`}
            onClick={() => onUndo(row)}
          >
            Undo
          </Button>
        </span>
      ),
  },
]
