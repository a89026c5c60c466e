import { isPickerActionDisabled } from '@callboard/domain/tours/picker.ts'
import { Button, Table } from '@mantine/core'
import { LoadError, ReadErrors, type ReadResult } from '../shell/ErrorPage.tsx'
import type { Reply } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { useNow } from '../ui/clock.ts'
import { DayRange, LastMinute } from '../ui/Day.tsx'
import { Money } from '../ui/Money.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { Action, Status } from './CityParts.tsx'
import type { PickerRow } from './picked-dates.ts'
import styles from './Picker.module.css'
import { usePickerAction } from './use-picker-action.ts'
import { usePickerRows } from './use-picker-rows.ts'
import { useIdInPath } from '../ui/router/RouterProvider.tsx'

type CityPrices = Reply<'GET /v1/mybtf/tours/{id}/prices'>
type Level = CityPrices['levels'][number]
type Tier = CityPrices['rate']
type Kind = keyof Level['prices'][Tier]

const rates: readonly [Tier, string][] = [
  ['discount', 'Early rate'],
  ['full', 'Regular rate'],
  ['late', 'Late rate'],
]
const kinds: readonly [Kind, string][] = [
  ['full', ''],
  ['one_day', 'one day'],
  ['virtual', 'virtual'],
]

/** The prices of a city, for anybody and before anything is begun. */
export function CityPricesPage() {
  const id = useIdInPath()
  const { data, error, refetch } = useRead('GET /v1/mybtf/tours/{id}/prices', { params: { id } })
  const { row, reads } = usePickerRow(data)
  const { act, creating } = usePickerAction()
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} columns={4} />
  const { city, state, event, start_date, end_date } = data
  return (
    <>
      <PageHeader
        title={`Prices: ${city}${state && `, ${state}`}`}
        above={
          <>
            {event}, <DayRange from={start_date} to={end_date} />
          </>
        }
        actions={
          row === undefined
            ? reads.every((read) => !read.error) && <Button loading>Register</Button>
            : row && <Action row={row} act={act} creating={creating} primary />
        }
      >
        {row && isPickerActionDisabled(row.facts) ? <Status row={row} /> : <RateNow prices={data} />}
      </PageHeader>
      <ReadErrors reads={reads} />
      <div className={styles['priceLists']}>
        {data.levels.length > 0 && <Workshop prices={data} />}
        {data.intensives.length > 0 && <Intensives prices={data} />}
        {data.categories.length > 0 && <Competition prices={data} />}
      </div>
    </>
  )
}

/** The city as the picker judges it, null if it is in none of the season's tours, and the reads that tell. */
function usePickerRow(prices: CityPrices | undefined): {
  row: PickerRow | null | undefined
  reads: readonly ReadResult[]
} {
  const board = useRead('GET /v1/mybtf/call-board', {})
  const event = board.data?.events.find(({ subdomain }) => subdomain === prices?.subdomain)
  const ahead = board.data ? Date.parse(board.data.now) - board.dataUpdatedAt : 0
  const { rows, error, refetch } = usePickerRows(event?.id, ahead)
  const isAbsent = board.data && prices && !event
  return {
    row: isAbsent ? null : rows && (rows.find(({ date }) => date.id === prices?.tour_date_id) ?? null),
    reads: [board, { data: rows, error, refetch }],
  }
}

function RateNow({ prices: { levels, rate, rate_ends, time_zone } }: { prices: CityPrices }) {
  const now = useNow()
  if (levels.length === 0) return 'Your bill shows what you pay as you register.'
  const name = rates.find(([tier]) => tier === rate)?.[1]
  return (
    <>
      {name} now
      {rate_ends && (
        <>
          , through <LastMinute at={rate_ends} zone={time_zone} now={now} />
        </>
      )}
      . Your bill shows discounts as you register.
    </>
  )
}

function Workshop({ prices: { levels, rate } }: { prices: CityPrices }) {
  const lines = levels.flatMap((level) =>
    kinds
      .map(([kind, words]) => ({ kind, words, level }))
      .filter(({ kind }) => rates.some(([tier]) => level.prices[tier][kind] !== null)),
  )
  const offeredRates = rates.filter(([tier]) => lines.some(({ kind, level }) => level.prices[tier][kind] !== null))
  return (
    <Panel title="Workshop, per person" flush>
      <ScrollBox label="Workshop prices">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Level</Table.Th>
              {offeredRates.map(([tier, name]) => (
                <Table.Th key={tier} scope="col" ta="right" aria-current={tier === rate || undefined}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ kind, words, level }) => (
              <Table.Tr key={`${level.id}/${kind}`}>
                <Table.Th scope="row" fw={400}>
                  {level.name}
                  {words && `, ${words}`} <span className={styles['ages']}>{kind === 'full' && level.ages}</span>
                </Table.Th>
                {offeredRates.map(([tier]) => {
                  const price = level.prices[tier][kind]
                  return (
                    <Table.Td key={tier} ta="right" fw={tier === rate ? 600 : 400}>
                      {price === null ? '–' : <Money cents={price} />}
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  )
}

function Intensives({ prices: { intensives, group_size } }: { prices: CityPrices }) {
  const hasGroupPrices = intensives.some(({ group_price }) => group_price !== null)
  return (
    <Panel title="Intensives, per person" flush>
      <ScrollBox label="Prices of intensives">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Intensive</Table.Th>
              <Table.Th scope="col" ta="right">
                Price
              </Table.Th>
              {hasGroupPrices && (
                <Table.Th scope="col" ta="right">
                  {group_size} or more people
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {intensives.map(({ id, name, price, group_price }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                <Table.Td ta="right">
                  <Money cents={price} />
                </Table.Td>
                {hasGroupPrices && (
                  <Table.Td ta="right">
                    <Money cents={group_price ?? price} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  )
}

const Competition = ({ prices: { categories, independents } }: { prices: CityPrices }) => (
  <Panel title="Competition, per dancer in each routine" flush>
    <ScrollBox label="Competition fees">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Category</Table.Th>
            <Table.Th scope="col" ta="right">
              Fee
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {categories.map(({ id, name, fee_per_dancer }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td ta="right">
                <Money cents={fee_per_dancer} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
    <p className={`${styles['quiet']} ${styles['priceNote']}`}>
      {independents ? 'Independents can compete here.' : 'Independents take part in the workshop only.'}
    </p>
  </Panel>
)
