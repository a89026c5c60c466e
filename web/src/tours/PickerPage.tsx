import { pickerColumns } from '@callboard/domain/tours/picker.ts'
import { useLocation } from 'wouter'
import { LoadError } from '../shell/ErrorPage.tsx'
import { useSearchValues } from '../ui/search-values.ts'
import { useEffect } from 'react'
import { useRead } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { usePhone } from '../ui/clock.ts'
import { Emblem } from '../ui/Emblem.tsx'
import { Empty } from '../ui/Empty.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { useTableFit } from '../ui/table-fit.ts'
import { CityCards } from './CityCards.tsx'
import { cityTracks, CityTable } from './CityTable.tsx'
import { selectBrand, type Brand, type PickerRow } from './picked-dates.ts'
import styles from './Picker.module.css'
import { TourChooser } from './TourChooser.tsx'
import { usePickerAction } from './use-picker-action.ts'
import { usePickerRows } from './use-picker-rows.ts'

/** Choose a tour, then a city of it: /register?event=meridian. TOUR-022. */
export function PickerPage() {
  const board = useRead('GET /v1/mybtf/call-board', {})
  const search = useSearchValues() as { event?: string | number; city?: string | number }
  const brands = board.data?.events ?? []
  const selectedBrand = board.data && selectBrand(board.data, String(search.event ?? ''))
  const [, navigate] = useLocation()
  const choose = (subdomain: string) =>
    navigate(`${paths.register}?event=${subdomain}`, { state: { keepsScroll: true } })

  return (
    <>
      <PageHeader
        title="Register"
        above={board.data?.season && `Season ${board.data.season.start_year}–${board.data.season.end_year}`}
      >
        Choose your tour, then your city.
      </PageHeader>
      {board.error && <LoadError error={board.error} onRetry={() => void board.refetch()} />}
      {board.isPending && <RowsSkeleton rows={8} columns={6} />}
      {board.data && !selectedBrand && (
        <Empty title="No cities yet">The next season is being planned. Its cities appear here once they are set.</Empty>
      )}
      {board.data && selectedBrand && (
        <>
          <TourChooser brands={brands} selectedBrand={selectedBrand} onChoose={choose} />
          <Cities
            key={selectedBrand.id}
            brand={selectedBrand}
            chosenCity={Number(search.city) || null}
            ahead={Date.parse(board.data.now) - board.dataUpdatedAt}
          />
        </>
      )}
    </>
  )
}

type CitiesProps = {
  brand: Brand
  /** The tour date somebody came for. */
  chosenCity: number | null
  /** How far the product's clock is ahead of this machine's, in milliseconds. */
  ahead: number
}

function Cities({ brand, chosenCity, ahead }: CitiesProps) {
  const phone = usePhone()
  const { now, dates, rows, error, refetch } = usePickerRows(brand.id, ahead)
  const { act, creating } = usePickerAction()
  const waiting = rows === undefined
  const columns = pickerColumns(dates, brand.settings)
  const { fit, box, watchBox } = useTableFit(cityTracks(columns))
  const List = fit === 'cards' ? CityCards : CityTable
  useEffect(() => {
    if (waiting || chosenCity === null) return
    const row = box.current?.querySelector<HTMLElement>('[data-chosen]')
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
    // The other list has rows of its own.
  }, [waiting, chosenCity, box, List])

  if (error && !rows) return <LoadError error={error} onRetry={() => void refetch()} />
  if (rows === undefined) return <RowsSkeleton rows={8} columns={6} />
  if (rows.length === 0) return <Empty title="No cities yet">{brand.name} has not announced its cities.</Empty>

  return (
    <section ref={watchBox} className={styles['cities']} aria-label={`Cities of ${brand.name}`}>
      {!phone && (
        <div className={styles['brand']}>
          <Emblem name={brand.name} colour={brand.color} logo={brand.logo} size={48} wide />
          <div>
            <h2 className={styles['brandName']}>{brand.name}</h2>
            <p className={styles['quiet']}>{summary(rows)}</p>
          </div>
        </div>
      )}
      <List
        chosenCity={chosenCity}
        rows={rows}
        columns={columns}
        now={now}
        label={`Cities of ${brand.name}`}
        act={act}
        creating={creating}
      />
    </section>
  )
}

function summary(rows: readonly PickerRow[]): string {
  const open = rows.filter(({ date, facts }) => date.settings.regenabled && !facts.tour_date.canceled).length
  const cities = rows.length === 1 ? '1 city' : `${rows.length} cities`
  const ahead = rows.filter(({ passed }) => !passed).length
  return open === 0 ? cities : `${cities} this season, ${ahead} still to come`
}
