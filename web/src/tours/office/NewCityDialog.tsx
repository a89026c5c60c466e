import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow, Form, Submit } from '../../ui/Form.tsx'
import { toast } from '../../ui/toasts.ts'

type DayName = 'start_date' | 'end_date' | 'cutoff_start_date' | 'cutoff_end_date'
const dayFields: readonly (readonly (readonly [DayName, string])[])[] = [
  [
    ['start_date', 'First day'],
    ['end_date', 'Last day'],
  ],
  [
    ['cutoff_start_date', 'Early rate begins'],
    ['cutoff_end_date', 'Early rate ends'],
  ],
]

// The browser's own date field writes calendar dates.
const moment = (day: string) => instant(`${day}T00:00:00Z`)

/** A city of an event in a season: where and when; everything else is set on its own page. OFF-003. */
export function NewCityDialog({ season_id, onClose }: { season_id: number | undefined; onClose: () => void }) {
  const events = useRead('GET /v1/office/events', {}).data?.rows ?? []
  const seasons = useRead('GET /v1/office/seasons', {}).data?.rows ?? []
  const [event_id, setEvent] = useState<number | null>(null)
  const [season, setSeason] = useState<number | null>(season_id ?? null)
  const [city, setCity] = useState({ name: '', state: '' })
  const [days, setDays] = useState<Record<DayName, string>>({
    start_date: '',
    end_date: '',
    cutoff_start_date: '',
    cutoff_end_date: '',
  })
  const router = useRouter()
  const { mutate, isPending, error } = useAct('POST /v1/office/tour-dates', {
    refreshes: ['GET /v1/office/tour-dates'],
    failure: 'in place',
    onSuccess: ({ id }) => {
      toast('City opened')
      onClose()
      void router.navigate({ href: paths.officeAt(`tour-dates/${id}`) })
    },
  })
  function open() {
    if (event_id === null || season === null) return
    mutate({
      body: {
        event_id,
        season_id: season,
        city: { name: city.name.trim(), state: city.state.trim() },
        start_date: days.start_date as CalendarDate,
        end_date: days.end_date as CalendarDate,
        cutoff_start_date: moment(days.cutoff_start_date),
        cutoff_end_date: moment(days.cutoff_end_date),
      },
    })
  }
  return (
    <Dialog opened title="New city" onCancel={onClose} width={560}>
      <Form error={error} pending={isPending} onSubmit={open}>
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
            value={season}
            options={seasons.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))}
            onChange={setSeason}
            error={season === null ? 'Required' : undefined}
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
        {dayFields.map((row) => (
          <FieldRow key={row[0]?.[0]}>
            {row.map(([name, label]) => (
              <TextField
                key={name}
                type="date"
                name={name}
                label={label}
                value={days[name]}
                onChange={(value) => setDays({ ...days, [name]: value })}
                error={undefined}
              />
            ))}
          </FieldRow>
        ))}
        <Submit
          pending={isPending}
          blockedBy={Object.values(days).includes('') ? 'Please choose all four days.' : undefined}
        >
          Open city
        </Submit>
      </Form>
    </Dialog>
  )
}
