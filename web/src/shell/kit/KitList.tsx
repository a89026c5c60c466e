import { cents, type Cents } from '@callboard/domain/kernel/money.ts'
import { Button, Group, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import type { RowKey } from '../../ui/DataRow.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Money } from '../../ui/Money.tsx'

type KitDancer = { id: number; name: string; age: number; level: string; tone: StatusTone; word: string; fee: Cents }

const first = ['Ana', 'Beatriz', 'Chloe', 'Dmitri', 'Esther', 'Farah', 'Gus', 'Hana', 'Imogen', 'Jules', 'Kofi', 'Lena']
const last = ['Ruiz', 'Okafor', 'Lindqvist', 'Marsh', 'Featherstonehaugh-Villanueva', 'Tran', 'Abara', 'Petrov', 'Sato']
const levels = ['Mini', 'Junior', 'Teen', 'Senior']
const states: [StatusTone, string][] = [
  ['done', 'Waiver signed'],
  ['standby', 'Waiting for a parent'],
  ['stop', 'No birthdate'],
  ['idle', 'Not asked yet'],
]

const dancers: KitDancer[] = Array.from({ length: 300 }, (_, id) => {
  const [tone, word] = states[(id * 7) % 4] ?? ['idle', '']
  const name = `${first[(id * 5) % first.length]} ${last[(id * 4) % last.length]}`
  return {
    id,
    name,
    age: 7 + (id % 12),
    level: levels[id % 4] ?? '',
    tone,
    word,
    fee: cents(18_500 + (id % 4) * 2_000),
  }
})

export function KitList() {
  const [count, setCount] = useState(300)
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<RowKey>>(new Set([2, 3]))
  const rows = useMemo(
    () => dancers.slice(0, count).map((row) => ({ ...row, name: names.get(row.id) ?? row.name })),
    [count, names],
  )

  const columns = useMemo<Column<KitDancer>[]>(
    () => [
      {
        key: 'name',
        header: 'Name',
        width: 'minmax(0, 2fr)',
        cell: ({ name }) => name,
        sort: ({ name }) => name,
        edit: ({ id, name }, close) => (
          <TextInput
            size="sm"
            aria-label="Name"
            defaultValue={name}
            onBlur={(event) => {
              const text = event.currentTarget.value
              setNames((all) => new Map(all).set(id, text))
              close()
            }}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
        ),
      },
      { key: 'age', header: 'Age', width: '56px', align: 'end', cell: ({ age }) => age, sort: ({ age }) => age },
      { key: 'level', header: 'Level', cell: ({ level }) => level, sort: ({ level }) => level },
      {
        key: 'state',
        header: 'Waiver',
        width: 'minmax(0, 1.4fr)',
        cell: ({ tone, word }) => <StatusBadge state={tone}>{word}</StatusBadge>,
        sort: ({ word }) => word,
      },
      {
        key: 'fee',
        header: 'Amount',
        width: '112px',
        align: 'end',
        cell: ({ fee }) => <Money cents={fee} />,
        sort: ({ fee }) => fee,
      },
    ],
    [],
  )

  return (
    <div>
      <Group gap="xs" mb="sm">
        {[0, 1, 12, 300].map((size) => (
          <Button key={size} variant="default" size="sm" onClick={() => setCount(size)}>
            {size} dancers
          </Button>
        ))}
      </Group>
      <DataRows
        label="Dancers"
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        selection={{ selectedKeys, onChange: setSelectedKeys }}
        tools={
          <Button size="sm" disabled={selectedKeys.size === 0} onClick={() => setSelectedKeys(new Set())}>
            Clear selection
          </Button>
        }
        empty={
          <Empty
            title="Nobody is called yet"
            action={<Button onClick={() => setCount(12)}>Add from the roster</Button>}
          >
            The dancers you bring to this city are listed here, with their level and what they still have to sign.
          </Empty>
        }
      />
    </div>
  )
}
