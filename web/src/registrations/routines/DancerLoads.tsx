import { dancerLoads, type DancerLoad } from '@callboard/domain/registrations/routines/dancer-load.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { useMemo } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './DancerLoads.module.css'

const keyOf = ({ person_id }: DancerLoad) => person_id
const nameOf = ({ name }: DancerLoad) => name
const titles = ({ routines }: DancerLoad) => routines.map(({ routine }) => routine.name).join(', ')
/** Number of people a row names; the others are counted. */
const maxNames = 3

const columns: Column<DancerLoad>[] = [
  { key: 'name', header: 'Dancer', width: 'minmax(0, 1fr)', cell: nameOf, sort: nameOf },
  {
    key: 'routines',
    header: 'Routines',
    width: '112px',
    phone: 'beside',
    cell: ({ routines, many }) =>
      many ? <StatusBadge state="standby">{routines.length} (heavy load)</StatusBadge> : <span>{routines.length}</span>,
    sort: ({ routines }) => routines.length,
    text: () => '',
  },
  {
    key: 'which',
    header: 'Which',
    width: 'minmax(0, 1.6fr)',
    phone: 'named',
    cell: (load) => <span className={styles['which']}>{titles(load)}</span>,
    text: titles,
  },
  {
    key: 'with',
    header: 'Dances with',
    width: 'minmax(0, 1.6fr)',
    phone: 'named',
    cell: ({ with: others }) => (
      <span className={styles['with']}>
        {others.length === 0
          ? 'No one'
          : others
              .slice(0, maxNames)
              .map(({ name, routines }) => `${name} (${routines})`)
              .join(', ')}
        {others.length > maxNames && ` and ${others.length - maxNames} more`}
      </span>
    ),
    sort: ({ with: others }) => others.length,
    text: () => '',
  },
]

type DancerLoadsProps = {
  registration: Pick<Registration, 'attendees' | 'routines' | 'waiting_list_routines'>
  settings: Facts['settings']
  onClose: () => void
}

/** Lists dancers by number of routines, highest first; heavy loads are flagged. */
export function DancerLoads({ registration, settings, onClose }: DancerLoadsProps) {
  const { attendees, routines, waiting_list_routines } = registration
  const { dancers, average, many } = useMemo(
    () => dancerLoads({ attendees, routines, waiting_list_routines }, settings),
    [attendees, routines, waiting_list_routines, settings],
  )
  return (
    <Dialog opened title="Dancers and their routines" onCancel={onClose} width={960}>
      <div className={styles['loads']}>
        <p>
          {average.toLocaleString('en-US', { maximumFractionDigits: 1 })} routines for each dancer on average. {many} or
          more is flagged.
        </p>
        <DataRows
          label="Dancers and their routines"
          rows={dancers}
          rowKey={keyOf}
          rowName={nameOf}
          columns={columns}
          filter={dancers.length > 6}
          empty={null}
        />
      </div>
    </Dialog>
  )
}
