import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instantAt } from '@callboard/domain/kernel/zoned-time.ts'
import { dateOfLastMinute } from '@callboard/domain/tours/rate-deadline.ts'
import { zoneOfPlace } from '@callboard/domain/tours/time-zones.ts'
import { useLocation } from 'wouter'
import { paths } from '../../shell/paths.ts'
import { useAct } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FieldRow, Form } from '../../ui/Form.tsx'
import { DialogSubmit } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useRateGrace } from './CityDays.tsx'
import { CityPlaceFields } from './CityPlaceFields.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type DayName = 'start_date' | 'end_date' | 'early_through'

/** A city of an event in a season: where and when; everything else is set on its own page. OFF-003. */
export function NewCityDialog({ season_id, onClose }: { season_id: number | undefined; onClose: () => void }) {
  const formDraft = useDraft('tours/new-city')
  const [event_id, setEvent] = useDraftState<number | null>(formDraft, 'event_id', null)
  const [season, setSeason] = useDraftState<number | null>(formDraft, 'season', season_id ?? null)
  const [city, setCity] = useDraftState(formDraft, 'city', { name: '', state: '' })
  const [days, setDays] = useDraftState<Record<DayName, string>>(formDraft, 'days', {
    start_date: '',
    end_date: '',
    early_through: '',
  })
  const [chosenZone, setZone] = useDraftState<string | null>(formDraft, 'chosenZone', null)
  const proposedZone = zoneOfPlace(city)
  const time_zone = chosenZone ?? proposedZone
  const rate_grace_hours = useRateGrace(event_id === null ? {} : { event_id })
  const isEarlyAfterEvent = days.end_date !== '' && days.early_through > days.end_date
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useAct('POST /v1/office/tour-dates', {
    refreshes: ['GET /v1/office/tour-dates'],
    failure: 'in place',
    onSuccess: ({ id }) => {
      formDraft.clear()
      toast('Draft created')
      onClose()
      navigate(paths.officeAt(`tour-dates/${id}`))
    },
  })
  function open() {
    if (event_id === null || season === null || time_zone === null || rate_grace_hours === undefined) return
    const cutoff = dateOfLastMinute(instantAt(time_zone, `${days.early_through}T23:59`), { rate_grace_hours })
    mutate({
      body: {
        event_id,
        season_id: season,
        city: { name: city.name.trim(), state: city.state.trim() },
        start_date: days.start_date as CalendarDate,
        end_date: days.end_date as CalendarDate,
        cutoff_start_date: cutoff,
        cutoff_end_date: cutoff,
        time_zone,
        published: false,
      },
    })
  }
  return (
    <Dialog opened title="New city" onCancel={onClose} width={560}>
      <Form draft={formDraft} error={error} pending={isPending} onSubmit={open}>
        <CityPlaceFields
          event_id={event_id}
          onEvent={setEvent}
          season_id={season}
          onSeason={setSeason}
          city={city}
          onCity={setCity}
        />
        <FieldRow>
          <TextField
            type="date"
            name="start_date"
            label="First day"
            value={days.start_date}
            onChange={(start_date) => setDays({ ...days, start_date })}
            error={days.start_date === '' ? 'Please choose the first day.' : undefined}
          />
          <TextField
            type="date"
            name="end_date"
            label="Last day"
            value={days.end_date}
            onChange={(end_date) => setDays({ ...days, end_date })}
            error={
              days.end_date === ''
                ? 'Please choose the last day.'
                : days.end_date < days.start_date
                  ? 'The last day comes before the first.'
                  : undefined
            }
          />
        </FieldRow>
        <TimeZoneField
          value={time_zone}
          onChange={setZone}
          error={time_zone === null ? 'Please choose a time zone.' : undefined}
          help={
            chosenZone === null && proposedZone !== null ? `As ${city.name || 'cities'} in ${city.state}.` : undefined
          }
        />
        <TextField
          type="date"
          name="cutoff_end_date"
          label="Early rate through"
          help="Through 11:59 pm of this day, in the city’s time zone."
          value={days.early_through}
          onChange={(early_through) => setDays({ ...days, early_through })}
          error={
            days.early_through === ''
              ? 'Please choose the last day of the early rate.'
              : isEarlyAfterEvent
                ? 'The early rate ends after the event.'
                : undefined
          }
        />
        <DialogSubmit
          draft={formDraft}
          onClose={onClose}
          pending={isPending}
          blockedBy={event_id !== null && rate_grace_hours === undefined ? 'Loading when rates change…' : undefined}
        >
          Create draft
        </DialogSubmit>
      </Form>
    </Dialog>
  )
}
