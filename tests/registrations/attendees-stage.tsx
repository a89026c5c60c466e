import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { insertRoster } from '@callboard/server/dev/build-people.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { openStage } from '../kit.ts'
import { heading, visitWizard } from './wizard-kit.tsx'

export const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
export const { db } = stage
export const { marlowe, tour_date_id, event_id, now } = await smallCity(db)
export const { user_id, studio_id } = marlowe
export const [uma = 0] = marlowe.person_ids
const born = (date: string | null) => ({ birthdate: date === null ? null : calendarDate(date), gender_id: 1 })
const rosterIds = await db.transaction().execute((tx) =>
  insertRoster(tx, {
    user_id,
    studio_id,
    created: now,
    roster: [
      { fname: 'Noor', lname: 'Zand', ...born(null) },
      { fname: 'Pip', lname: 'Lowe', ...born('2021-06-01') },
      { fname: 'Tess', lname: 'Abbott', ...born('1990-03-01') },
      { fname: 'Vic', lname: 'Young', ...born('2007-03-01') },
    ],
  }),
)

export const [, , , vic = 0] = rosterIds

export const patience = { timeout: 30_000 }
export const button = (name: string | RegExp) => screen.findByRole('button', { name }, patience)
export const rosterEntry = async (name: string) => fireEvent.click(await button(new RegExp(`^${name},`)))
export const setEvent = (values: object) => db.updateTable('events').set(values).where('id', '=', event_id).execute()
export const setCity = (values: object) =>
  db.updateTable('tour_dates').set(values).where('id', '=', tour_date_id).execute()
export const setLevelStatus = (level_id: number, status: 'sold_out' | 'not_available') =>
  db.insertInto('tour_date_levels').values({ tour_date_id, level_id, status }).execute()

export let id = 0
beforeEach(async () => {
  await setEvent({ is_combined_workshop: false, is_intensive: false })
  await setCity({ allows_virtual: false })
  await db.deleteFrom('tour_date_levels').where('tour_date_id', '=', tour_date_id).execute()
  await db.updateTable('registrations').set({ deleted: true }).where('user_id', '=', user_id).execute()
  id = (await stage.call(user_id, 'POST', '/v1/mybtf/registration', { tour_date_id })).json().id
  const visited_steps = ['dancers', 'teachers', 'observers']
  await db.updateTable('registrations').set({ info_acknowledged: true, visited_steps }).where('id', '=', id).execute()
})

export async function step(name: string, title: string) {
  const visit = await visitWizard(stage, user_id, `/registration/${id}/${name}`)
  await heading(title)
  return visit
}

/** Registers people as the wizard's own save does. */
export const register = (...people: readonly { person_id: number; workshop_level_id: number }[]) =>
  stage.call(user_id, 'PUT', '/v1/dance360/workshop/attendees', { id, attendees: people })

export const attendees = () =>
  db
    .selectFrom('attendees')
    .innerJoin('persons', 'persons.id', 'attendees.person_id')
    .where('registration_id', '=', id)
    .select(['persons.fname', 'workshop_level_id', 'attended_reg', 'college_discount', 'student_id_url', 'virtual'])
    .select(['scholarship_amount', 'attendees.id'])
    .orderBy('persons.fname')
    .execute()
export const one = async (fname: string) => (await attendees()).find((attendee) => attendee.fname === fname)
export const saved = (fname: string, what: object) =>
  waitFor(async () => expect(await one(fname)).toMatchObject(what), { timeout: 30_000 })

export const levelOf = (name: string) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Workshop level of ${name}` }, patience)
/** Lets React draw, without a timer. */
export const flushRendering = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
export const labels = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text)
