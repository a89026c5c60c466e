import { dollars, plus } from '@callboard/domain/kernel/money.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Bill, WithBill } from '../../ui/Bill.tsx'
import type { BillGroup } from '../../ui/bill-changes.ts'
import { Deadline } from '../../ui/Day.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/clock.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'

export function KitBill() {
  const [dancers, setDancers] = useState(12)
  const now = useNow()
  const groups = useMemo<BillGroup[]>(
    () => [
      {
        key: 'workshop',
        label: 'Workshop',
        lines: [
          {
            key: 'senior',
            label: 'Senior dancers',
            quantity: dancers,
            amount: dollars(245 * dancers),
            because: 'Early rate of $245.00 for each dancer of 13 to 18 on January 1.',
          },
          { key: 'teachers', label: 'Teachers', quantity: 2, amount: dollars(360), because: 'Two at $180.00 each.' },
          {
            key: 'free',
            label: 'Free teacher',
            amount: dollars(-180),
            because: 'One teacher is free for every ten dancers.',
          },
        ],
      },
      {
        key: 'competition',
        label: 'Competition',
        lines: [
          { key: 'solo', label: 'Solos', quantity: 3, amount: dollars(375), because: 'Three at $125.00 each.' },
          {
            key: 'group',
            label: '“A Very Long Evening at the Edge of the Pier”, large group',
            amount: dollars(1_104),
            because: '16 dancers at $69.00.',
          },
        ],
      },
      { key: 'paid', label: 'Paid', lines: [{ key: 'deposit', label: 'Deposit', amount: dollars(-500) }] },
    ],
    [dancers],
  )
  const total = plus(...groups.flatMap(({ lines }) => lines.map(({ amount }) => amount)))
  return (
    <WithBill
      bill={
        <Bill
          below="Chicago, Nov 8–10, 2027"
          groups={groups}
          total={{ label: 'Balance due', amount: total }}
          note={
            <Deadline
              what="Early rate"
              ends={instant(Date.parse(now) + 3 * 86_400_000)}
              zone="America/Chicago"
              now={now}
            />
          }
        />
      }
    >
      <Panel title="The bill beside what is worked on">
        <Stack gap="md">
          <p className="sentence" style={{ margin: 0 }}>
            Each line opens its reason in place. What changes glows for two seconds, and a screen reader hears it once
            the hand rests. On a phone its total lies at the foot of the screen.
          </p>
          <Group gap="xs">
            <Button onClick={() => setDancers(dancers + 1)}>Add a dancer</Button>
            <Button variant="default" disabled={dancers === 0} onClick={() => setDancers(dancers - 1)}>
              Take one away
            </Button>
          </Group>
        </Stack>
      </Panel>
    </WithBill>
  )
}
