import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertCity } from '@callboard/server/dev/build-cities.ts'
import { insertEvents, insertSeasons, lastSeason, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
await stage.db.transaction().execute(async (tx) => {
  await insertSeasons(tx, [lastSeason, thisSeason])
  await insertEvents(tx, [plainEvent], [41])
  await insertCity(tx)
})

const { id } = await stage.db.selectFrom('tour_dates').select('id').orderBy('id').executeTakeFirstOrThrow()
await stage.db
  .updateTable('tour_dates')
  .set({
    start_date: calendarDate('2025-02-21'),
    end_date: calendarDate('2025-02-23'),
    time_zone: 'Pacific/Honolulu',
    // Midnight in UTC is still the day before in Honolulu.
    cutoff_end_date: instant('2024-11-02T00:00:00Z'),
    late_start_date: null,
    late_end_date: null,
    payment_date: calendarDate('2025-01-15'),
    canceled: false,
    postponed: false,
    virtual_only: false,
  })
  .where('id', '=', id)
  .execute()

const read = (tour_date_id: number) => stage.call(0, 'GET', `/v1/mybtf/tours/${tour_date_id}/calendar`)

/** The entries of a calendar file as a calendar reads them: long lines joined, names without their parameters. */
function parse(text: string) {
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n')
  const entries: Record<string, string>[] = []
  let entry: Record<string, string> = {}
  for (const line of lines) {
    const [name, value] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]
    if (line === 'BEGIN:VEVENT') entries.push((entry = {}))
    else entry[name.split(';')[0] ?? ''] = value.replace(/\\([,;\\])/g, '$1')
  }
  return entries
}

test('anybody gets a city as a calendar file: its days, its venue and its deadlines in its own zone', async () => {
  const reply = await read(id)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('text/calendar')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9-]+\.ics"$/)
  expect(reply.payload.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0')).toBe(true)
  const entries = parse(reply.payload)
  const by = (key: string) => entries.find((entry) => entry['UID']?.startsWith(`tour-date-${id}-${key}@`))
  expect(by('event')).toMatchObject({ DTSTART: '20250221', DTEND: '20250224', STATUS: 'CONFIRMED' })
  expect(by('payment')).toMatchObject({ DTSTART: '20250115', DTEND: '20250116' })
  expect(by('regular_rate')).toBeUndefined()
  expect(by('early_rate')?.['DESCRIPTION']).toContain('HST')
  // The day of the last minute in Honolulu, not the day that UTC calls it.
  const grace = by('early_rate')?.['DTSTART'] ?? ''
  expect(by('early_rate')?.['DESCRIPTION']).toContain(` ${Number(grace.slice(6))},`)
})

test('a city that moves keeps its entry, so that a calendar replaces it; a canceled one says so', async () => {
  const before = parse((await read(id)).payload)[0]
  await stage.db
    .updateTable('tour_dates')
    .set({ end_date: calendarDate('2025-02-24'), canceled: true })
    .where('id', '=', id)
    .execute()
  const after = parse((await read(id)).payload)[0]
  expect(after?.['UID']).toBe(before?.['UID'])
  expect(after).toMatchObject({ DTEND: '20250225', STATUS: 'CANCELLED', SUMMARY: expect.stringMatching(/^Canceled: /) })
})

test('a city that is none has no calendar', async () => {
  expect((await read(999_999)).statusCode).toBe(404)
})
