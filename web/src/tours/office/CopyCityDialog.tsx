import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { shiftDays } from '@callboard/domain/tours/shift-days.ts'
import { zoneOfPlace } from '@callboard/domain/tours/time-zones.ts'
import { useLocation } from 'wouter'
import { useAct } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { useRateGrace } from './CityDays.tsx'
import { CityPlaceFields } from './CityPlaceFields.tsx'
import { DeadlinePreview } from './DeadlinePreview.tsx'
import type { CityRecord } from './flag-words.ts'
import { TimeZoneField } from './TimeZoneField.tsx'

/** A draft of a city from another: where and when; everything else is as there. OFF-003. */
export function CopyCityDialog({ city: source, onClose }: { city: CityRecord; onClose: () => void }) {
  const formDraft = useDraft('tours/copy-city', source.id)
  const [event_id, setEvent] = useDraftState<number | null>(formDraft, 'event_id', source.event_id)
  const [season_id, setSeason] = useDraftState<number | null>(formDraft, 'season_id', source.season_id)
  const [city, setCity] = useDraftState(formDraft, 'city', source.city)
  const [chosenZone, setZone] = useDraftState<string | null>(formDraft, 'chosenZone', null)
  const [start_date, setStart] = useDraftState(formDraft, 'start_date', '')
  const [with_venue, setWithVenue] = useDraftState(formDraft, 'with_venue', false)
  const rate_grace_hours = useRateGrace({ tour_date_id: source.id })
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useAct('POST /v1/office/tour-dates/{id}/copy', {
    refreshes: ['GET /v1/office/tour-dates'],
    failure: 'in place',
    onSuccess: ({ id }) => {
      formDraft.clear()
      toast('Draft created')
      onClose()
      navigate(paths.officeAt(`tour-dates/${id}`))
    },
  })
  const isSamePlace = city.name.trim() === source.city.name && city.state.trim() === source.city.state
  const time_zone = isSamePlace ? source.time_zone : (chosenZone ?? zoneOfPlace(city))
  const newCity =
    start_date !== '' && time_zone !== null && rate_grace_hours !== undefined
      ? { ...source, ...shiftDays(source, calendarDate(start_date), { rate_grace_hours }, time_zone) }
      : null
  function copy() {
    if (event_id === null || season_id === null || time_zone === null) return
    const body = { event_id, season_id, start_date: calendarDate(start_date), with_venue, time_zone }
    const place = { name: city.name.trim(), state: city.state.trim() }
    mutate({ params: { id: source.id }, body: { ...body, ...(!isSamePlace && { city: place }) } })
  }
  return (
    <FormDialog
      title={`Copy ${source.city.name}`}
      width={560}
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={copy}
      onClose={onClose}
      submit="Create draft"
    >
      <CityPlaceFields
        event_id={event_id}
        onEvent={setEvent}
        season_id={season_id}
        onSeason={setSeason}
        city={city}
        onCity={setCity}
      />
      {!isSamePlace && (
        <TimeZoneField
          value={time_zone}
          onChange={setZone}
          error={time_zone === null ? 'Please choose a time zone.' : undefined}
          help="Deadlines keep their local time in it."
        />
      )}
      <TextField
        type="date"
        name="start_date"
        label="First day"
        help="The last day and all deadlines move by as many days."
        value={start_date}
        onChange={setStart}
        error={start_date === '' ? 'Required' : undefined}
      />
      {newCity && <DeadlinePreview city={newCity} rate_grace_hours={rate_grace_hours} />}
      <ToggleField
        label="The same venue and hotel"
        help="The hotel’s room rates and reservations link are left out."
        value={with_venue}
        error={undefined}
        onChange={setWithVenue}
      />
    </FormDialog>
  )
}
