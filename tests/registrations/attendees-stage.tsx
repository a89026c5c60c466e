import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { insertRoster } from '@callboard/server/dev/build-people.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { openStage } from '../kit.ts'
import { heading, visitWizard } from './wizard-kit.tsx'

/** A stage of the file that opens it: the files of a run share their modules, and each closes its own. */
export async function openAttendeesStage() {
  const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
  const { db } = stage
  const { marlowe, tour_date_id, event_id, now } = await smallCity(db)
  const { user_id, studio_id } = marlowe
  const [uma = 0] = marlowe.person_ids
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

  const [, , , vic = 0] = rosterIds

  const patience = { timeout: 30_000 }
  const button = (name: string | RegExp) => screen.findByRole('button', { name }, patience)
  const rosterEntry = async (name: string) => fireEvent.click(await button(new RegExp(`^${name},`)))
  const setEvent = (values: object) => db.updateTable('events').set(values).where('id', '=', event_id).execute()
  const setCity = (values: object) => db.updateTable('tour_dates').set(values).where('id', '=', tour_date_id).execute()
  const setLevelStatus = (level_id: number, status: 'sold_out' | 'not_available') =>
    db.insertInto('tour_date_levels').values({ tour_date_id, level_id, status }).execute()

  /** Changes from test to test. */
  const current = { id: 0 }
  beforeEach(async () => {
    await setEvent({ is_combined_workshop: false, is_intensive: false })
    await setCity({ allows_virtual: false })
    await db.deleteFrom('tour_date_levels').where('tour_date_id', '=', tour_date_id).execute()
    await db.updateTable('registrations').set({ deleted: true }).where('user_id', '=', user_id).execute()
    current.id = (await stage.call(user_id, 'POST', '/v1/mybtf/registration', { tour_date_id })).json().id
    const visited_steps = ['dancers', 'teachers', 'observers']
    await db
      .updateTable('registrations')
      .set({ info_acknowledged: true, visited_steps })
      .where('id', '=', current.id)
      .execute()
  })

  async function step(name: string, title: string) {
    const visit = await visitWizard(stage, user_id, `/registration/${current.id}/${name}`)
    await heading(title)
    return visit
  }

  /** Registers people as the wizard's own save does. */
  const register = (...people: readonly { person_id: number; workshop_level_id: number }[]) =>
    stage.call(user_id, 'PUT', '/v1/dance360/workshop/attendees', { id: current.id, attendees: people })

  const attendees = () =>
    db
      .selectFrom('attendees')
      .innerJoin('persons', 'persons.id', 'attendees.person_id')
      .where('registration_id', '=', current.id)
      .select(['persons.fname', 'workshop_level_id', 'attended_reg', 'college_discount', 'student_id_url', 'virtual'])
      .select(['scholarship_amount', 'attendees.id'])
      .orderBy('persons.fname')
      .execute()
  const one = async (fname: string) => (await attendees()).find((attendee) => attendee.fname === fname)
  const saved = (fname: string, what: object) =>
    waitFor(async () => expect(await one(fname)).toMatchObject(what), { timeout: 30_000 })

  const levelOf = (name: string) =>
    screen.findByRole<HTMLSelectElement>('combobox', { name: `Workshop level of ${name}` }, patience)
  /** Lets React draw, without a timer. */
  const flushRendering = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const labels = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text)

  return {
    stage,
    db,
    marlowe,
    tour_date_id,
    event_id,
    now,
    user_id,
    studio_id,
    uma,
    vic,
    patience,
    button,
    rosterEntry,
    setEvent,
    setCity,
    setLevelStatus,
    current,
    step,
    register,
    attendees,
    one,
    saved,
    levelOf,
    flushRendering,
    labels,
  }
}
