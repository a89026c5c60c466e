import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { shiftDays } from '@callboard/domain/tours/shift-days.ts'
import { zoneOfPlace } from '@callboard/domain/tours/time-zones.ts'
import { useRouter } from '../../ui/router/RouterProvider.tsx'
import { useAct, useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { SelectField, TextField, ToggleField } from '../../ui/fields.tsx'
import { FieldRow } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { useRateGrace } from './CityDays.tsx'
import { DeadlinePreview } from './DeadlinePreview.tsx'
import type { CityRecord } from './flag-words.ts'

/** A draft of a city from another: where and when; everything else is as there. OFF-003. */
export function CopyCityDialog({ city: source, onClose }: { city: CityRecord; onClose: () => void }) {
  const events = useRead('GET /v1/office/events', {}).data?.rows ?? []
  const seasons = useRead('GET /v1/office/seasons', {}).data?.rows ?? []
  const formDraft = useDraft('tours/copy-city', source.id)
  const [event_id, setEvent] = useDraftState<number | null>(formDraft, 'event_id', source.event_id)
  const [season_id, setSeason] = useDraftState<number | null>(formDraft, 'season_id', source.season_id)
  const [city, setCity] = useDraftState(formDraft, 'city', source.city)
  const [start_date, setStart] = useDraftState(formDraft, 'start_date', '')
  const [with_venue, setWithVenue] = useDraftState(formDraft, 'with_venue', false)
  const rate_grace_hours = useRateGrace({ tour_date_id: source.id })
  const router = useRouter()
  const { mutate, isPending, error } = useAct('POST /v1/office/tour-dates/{id}/copy', {
    refreshes: ['GET /v1/office/tour-dates'],
    failure: 'in place',
    onSuccess: ({ id }) => {
      formDraft.clear()
      toast('Draft created')
      onClose()
      void router.navigate({ href: paths.officeAt(`tour-dates/${id}`) })
    },
  })
  const isSamePlace = city.name.trim() === source.city.name && city.state.trim() === source.city.state
  const time_zone = (isSamePlace ? null : zoneOfPlace(city)) ?? source.time_zone
  const newCity =
    start_date !== '' && rate_grace_hours !== undefined
      ? { ...source, ...shiftDays(source, calendarDate(start_date), { rate_grace_hours }, time_zone) }
      : null
  function copy() {
    if (event_id === null || season_id === null) return
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
      <FieldRow>
        <SelectField
          label="Event"
          name="event_id"
          value={event_id}
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setEvent}
          error={event_id === null ? 'Required' : undefined}
        />
        <SelectField
          label="In season"
          name="season_id"
          value={season_id}
          options={seasons.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))}
          onChange={setSeason}
          error={season_id === null ? 'Required' : undefined}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="City"
          name="city.name"
          value={city.name}
          onChange={(name) => setCity({ ...city, name })}
          error={city.name.trim() ? undefined : 'Required'}
          maxLength={80}
        />
        <TextField
          label="State / province"
          name="city.state"
          value={city.state}
          onChange={(state) => setCity({ ...city, state })}
          error={undefined}
          optional
          maxLength={40}
        />
      </FieldRow>
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
