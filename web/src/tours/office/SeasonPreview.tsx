import type { Cents } from '@callboard/domain/kernel/money.ts'
import { TextInput } from '@mantine/core'
import type { Reply } from '../../api/call.ts'
import { DateTime, DayRange } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { moneyText } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Office.module.css'

type Preview = Reply<'POST /v1/office/seasons/{id}/copy-preview'>
type PlannedCity = Preview['cities'][number]
type PriceRow = Preview['prices'][number]['rows'][number]

type PlannedCitiesProps = {
  cities: readonly PlannedCity[]
  /** First days chosen for single cities, by id. */
  startDates: Readonly<Record<string, string>>
  onStart: (tour_date_id: number, text: string) => void
  onChoose: (tour_date_ids: readonly number[], isChosen: boolean) => void
}

function remarkOf({ wrong, is_copied, canceled, is_there }: PlannedCity): string | null {
  if (is_copied && wrong) return wrong
  if (is_there) return 'This season already has this city.'
  return canceled ? 'Canceled this season.' : null
}

/** The cities with old and new days; each can be left out or begin on a day of its own. */
export const PlannedCities = ({ cities, startDates, onStart, onChoose }: PlannedCitiesProps) => (
  <Panel title="Cities" flush>
    {cities.length === 0 ? (
      <Empty title="No city in this season">Choose a season that has cities.</Empty>
    ) : (
      <>
        <BrandChoices cities={cities} onChoose={onChoose} />
        <ScrollBox label="Cities of the new season">
          <table className={styles['planned']}>
            <thead>
              <tr>
                <th scope="col">City</th>
                <th scope="col">Days</th>
                <th scope="col">New first day</th>
                <th scope="col">New days</th>
                <th scope="col">Rates end</th>
              </tr>
            </thead>
            <tbody>
              {cities.map((city) => (
                <CityRow
                  key={city.tour_date_id}
                  city={city}
                  startText={startDates[city.tour_date_id]}
                  onStart={(text) => onStart(city.tour_date_id, text)}
                  onChoose={(isChosen) => onChoose([city.tour_date_id], isChosen)}
                />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </>
    )}
  </Panel>
)

/** All cities of a brand at once: a tour seldom takes every brand along. Those the season has already stay as they are. */
function BrandChoices({ cities, onChoose }: Pick<PlannedCitiesProps, 'cities' | 'onChoose'>) {
  const brands = [...new Set(cities.map(({ event }) => event))]
  return (
    <fieldset
      className={styles['switches']}
      style={{ border: 0, margin: 0, padding: '16px 24px 0' }}
      aria-label="Brands"
    >
      {brands.map((brand) => {
        const own = cities.filter(({ event, is_there, canceled }) => event === brand && !is_there && !canceled)
        const chosenCount = own.filter(({ is_copied }) => is_copied).length
        return (
          <Checkbox
            key={brand}
            label={brand}
            description={`${chosenCount} of ${own.length === 1 ? 'one city' : `${own.length} cities`}`}
            checked={own.length > 0 && chosenCount === own.length}
            disabled={own.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = chosenCount > 0 && chosenCount < own.length
            }}
            onChange={({ currentTarget }) =>
              onChoose(
                own.map(({ tour_date_id }) => tour_date_id),
                currentTarget.checked,
              )
            }
          />
        )
      })}
    </fieldset>
  )
}

type CityRowProps = {
  city: PlannedCity
  startText: string | undefined
  onStart: (text: string) => void
  onChoose: (isChosen: boolean) => void
}

function CityRow({ city, startText, onStart, onChoose }: CityRowProps) {
  const { time_zone: zone, deadlines } = city
  const remark = remarkOf(city)
  return (
    <tr>
      <th scope="row">
        <Checkbox
          label={city.city}
          description={city.event}
          checked={city.is_copied}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </th>
      <td>
        <DayRange from={city.old_start_date} to={city.old_end_date} />
      </td>
      <td>
        <TextInput
          type="date"
          aria-label={`First day in ${city.city}`}
          value={startText || city.start_date}
          disabled={!city.is_copied}
          error={city.is_copied && city.wrong !== null}
          onChange={(event) => onStart(event.currentTarget.value)}
        />
      </td>
      <td>
        {city.is_copied && <DayRange from={city.start_date} to={city.end_date} />}
        {remark && <span className={styles['second']}>{remark}</span>}
      </td>
      <td>
        {city.is_copied && (
          <>
            <span className={styles['second']}>
              Early: <DateTime at={deadlines.early_rate} zone={zone} />
            </span>
            {deadlines.regular_rate && (
              <span className={styles['second']}>
                Regular: <DateTime at={deadlines.regular_rate} zone={zone} />
              </span>
            )}
          </>
        )}
      </td>
    </tr>
  )
}

const kindWords = { full: 'weekend', one_day: 'one day', virtual: 'virtual', per_dancer: 'per dancer' } as const
const tierWords = { discount: 'early', full: 'regular', late: 'late' } as const
const priceName = ({ name, kind, tier }: PriceRow) =>
  [name, kindWords[kind], tier && `${tierWords[tier]} rate`].filter(Boolean).join(', ')

type PriceChange = { name: string; old_price: Cents; price: Cents }

const PriceTable = ({ label, rows }: { label: string; rows: readonly PriceChange[] }) => (
  <ScrollBox label={label}>
    <table className={styles['planned']} style={{ width: 'auto' }}>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">Now</th>
          <th scope="col">New</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, old_price, price }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="figures">{moneyText(old_price)}</td>
            <td className="figures">{moneyText(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)

/** Old and new prices of each event, folded: an event has dozens; then the fees among the settings. */
export const PlannedPrices = ({ prices, fees }: Pick<Preview, 'prices' | 'fees'>) => (
  <Panel title="New prices">
    <div className={styles['stack']}>
      {prices.length === 0 && <p className={styles['plain']}>The chosen cities have no prices to copy.</p>}
      {prices.map(({ event_id, event, stay, rows }) =>
        stay ? (
          <p key={event_id} className={styles['plain']}>
            {event}: this season already has prices. They stay the same.
          </p>
        ) : (
          <details key={event_id}>
            <summary>{`${event}: ${rows.length === 1 ? 'one price' : `${rows.length} prices`}`}</summary>
            <PriceTable
              label={`Old and new prices of ${event}`}
              rows={rows.map((row) => ({ ...row, name: priceName(row) }))}
            />
          </details>
        ),
      )}
      {fees.length > 0 && (
        <PriceTable
          label="Old and new fees of the season and its cities"
          rows={fees.map(({ label, set_for, ...fee }) => ({ ...fee, name: `${label}: ${set_for}` }))}
        />
      )}
    </div>
  </Panel>
)
