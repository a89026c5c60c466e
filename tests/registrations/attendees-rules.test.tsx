// @vitest-environment jsdom
import { existsSync } from 'node:fs'
import path from 'node:path'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { dollars } from '@callboard/domain/kernel/money.ts'
import { insertRoster } from '@callboard/server/dev/build-people.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { openStage } from '../kit.ts'
import { uploadsTo } from './upload-kit.ts'
import { allSaved, answerDialog, waitForStep, dialog, heading, press, visitWizard } from './wizard-kit.tsx'

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

let id = 0
beforeEach(async () => {
  await setEvent({ is_combined_workshop: false, is_intensive: false })
  await setCity({ allows_virtual: false })
  await db.deleteFrom('tour_date_levels').where('tour_date_id', '=', tour_date_id).execute()
  await db.updateTable('registrations').set({ deleted: true }).where('user_id', '=', user_id).execute()
  id = (await stage.call(user_id, 'POST', '/v1/mybtf/registration', { tour_date_id })).json().id
  const visited_steps = ['dancers', 'teachers', 'observers']
  await db.updateTable('registrations').set({ info_acknowledged: true, visited_steps }).where('id', '=', id).execute()
})

async function step(name: string, title: string) {
  const visit = await visitWizard(stage, user_id, `/registration/${id}/${name}`)
  await heading(title)
  return visit
}

/** Registers people as the wizard's own save does. */
const register = (...people: readonly { person_id: number; workshop_level_id: number }[]) =>
  stage.call(user_id, 'PUT', '/v1/dance360/workshop/attendees', { id, attendees: people })

const attendees = () =>
  db
    .selectFrom('attendees')
    .innerJoin('persons', 'persons.id', 'attendees.person_id')
    .where('registration_id', '=', id)
    .select(['persons.fname', 'workshop_level_id', 'attended_reg', 'college_discount', 'student_id_url', 'virtual'])
    .select(['scholarship_amount', 'attendees.id'])
    .orderBy('persons.fname')
    .execute()
const one = async (fname: string) => (await attendees()).find((attendee) => attendee.fname === fname)
const saved = (fname: string, what: object) =>
  waitFor(async () => expect(await one(fname)).toMatchObject(what), { timeout: 30_000 })

test.each([
  ['ATT-006', 'dancers', 'Dancers'],
  ['ATT-010', 'teachers', 'Teachers'],
])('%s who has no birthdate is not added; the roster is offered', async (_, name, title) => {
  const { router } = await step(name, title)
  await rosterEntry('Noor Zand')
  expect((await dialog('Birthdate missing')).textContent).toContain('Noor Zand needs a birthdate first.')
  await answerDialog('Birthdate missing', 'Stay here')
  expect(screen.queryByRole('button', { name: 'Remove Noor Zand' })).toBeNull()
  await rosterEntry('Noor Zand')
  await answerDialog('Birthdate missing', 'Go to the roster')
  await waitForStep(router, `/registration/${id}/roster`)
})

test('ATT-007 a child under 4 does not meet the age requirements', async () => {
  await step('dancers', 'Dancers')
  await rosterEntry('Pip Lowe')
  expect((await dialog('Sorry!')).textContent).toContain('Pip Lowe does not meet the age requirements.')
  await answerDialog('Sorry!', 'OK')
  expect(await attendees()).toEqual([])
})

test('ATT-008 ATT-070 an adult among the dancers: is this a teacher? Yes makes them one', async () => {
  await step('dancers', 'Dancers')
  await rosterEntry('Tess Abbott')
  expect((await dialog('Teacher or dancer?')).textContent).toContain('Is Tess Abbott a teacher?')
  await answerDialog('Teacher or dancer?', 'Yes, a teacher')
  await saved('Tess', { workshop_level_id: 5 })
  expect(screen.queryByRole('button', { name: 'Remove Tess Abbott' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Tess Abbott, 34, teacher' })).toBeTruthy()
})

test('ATT-008 the same question answered with no registers a dancer', async () => {
  await step('dancers', 'Dancers')
  await rosterEntry('Tess Abbott')
  await answerDialog('Teacher or dancer?', 'No, a dancer')
  await button('Remove Tess Abbott')
  await saved('Tess', { workshop_level_id: 4 })
})

test('ATT-008 a combined workshop does not ask', async () => {
  await setEvent({ is_combined_workshop: true })
  await step('dancers', 'Dancers')
  await rosterEntry('Tess Abbott')
  await button('Remove Tess Abbott')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ATT-011 ATT-070 a 17-year-old among the teachers: is this a dancer? Yes makes them one', async () => {
  await step('teachers', 'Teachers')
  await rosterEntry('Vic Young')
  expect((await dialog('Dancer or teacher?')).textContent).toContain('Is Vic Young a dancer?')
  await answerDialog('Dancer or teacher?', 'Yes, a dancer')
  await saved('Vic', { workshop_level_id: 4 })
  expect(screen.getByRole('button', { name: 'Vic Young, 17, dancer' })).toBeTruthy()
})

test('ATT-012 + ALL on the teachers step adds who is 18 and over', async () => {
  await step('teachers', 'Teachers')
  await button(/^Tess Abbott/)
  press('+ ALL')
  await button('Remove Tess Abbott')
  await allSaved()
  expect((await attendees()).map(({ fname }) => fname)).toEqual(['Tess'])
})

test('ATT-013 ATT-059 M069 a workshop has a step for each kind, and nobody goes on without a dancer or teacher', async () => {
  await step('teachers', 'Teachers')
  const steps = within(screen.getByRole('navigation', { name: 'Steps of your registration' }))
  for (const name of ['Dancers', 'Teachers', 'Observers']) expect(steps.getAllByText(name).length).toBeGreaterThan(0)
  press('Save and continue')
  const sorryDialog = await dialog('Sorry!')
  expect(sorryDialog.textContent).toContain('To continue, please register at least one dancer or teacher.')
  await answerDialog('Sorry!', 'OK')
  expect(window.location.pathname).toBe(`/registration/${id}/teachers`)
})

test('ATT-014 ATT-015 ATT-059 an intensive has one step for everybody, and an intensive for each', async () => {
  await setEvent({ is_intensive: true })
  await db.deleteFrom('intensives').where('tour_date_id', '=', tour_date_id).execute()
  const track = { tour_date_id, name: 'Contemporary track', price: dollars(695) }
  await db.insertInto('intensives').values(track).execute()
  await step('dancers', 'Attendees')
  const steps = within(screen.getByRole('navigation', { name: 'Steps of your registration' }))
  expect(steps.queryByText('Teachers')).toBeNull()
  press('Save and continue')
  expect((await dialog('Sorry!')).textContent).toContain('To continue, please register at least one attendee.')
  await answerDialog('Sorry!', 'OK')
  await rosterEntry('Uma Reyes')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Intensive of Uma Reyes' })
  press('Save and continue')
  expect((await dialog('Sorry!')).textContent).toContain('Please select an intensive for all attendees.')
  await answerDialog('Sorry!', 'OK')
  fireEvent.change(select, { target: { value: select.options[1]?.value } })
  await waitFor(() => expect(screen.queryByText('Please select an intensive for all attendees.')).toBeNull())
})

test('ATT-054 a lab and a battle are chosen where the city has them, and seen in the list', async () => {
  await db.deleteFrom('city_choices').where('tour_date_id', '=', tour_date_id).execute()
  const choice = (kind: 'lab' | 'freestyle_battle', name: string, isOffered = true) => ({
    tour_date_id,
    kind,
    name,
    offered: isOffered,
  })
  await db
    .insertInto('city_choices')
    .values([choice('lab', 'Turns'), choice('lab', 'Old lab', false), choice('freestyle_battle', 'All styles')])
    .execute()
  await setCity({ add_ons: ['media_pass', 'lab'] })
  await register({ person_id: uma, workshop_level_id: 3 })
  await step('dancers', 'Dancers')
  fireEvent.click(await button('Add extras for Uma Reyes'))
  const extrasDialog = within(await screen.findByRole('dialog', {}, patience))
  const select = await extrasDialog.findByLabelText<HTMLSelectElement>('Lab')
  expect(labels(select)).toEqual(['None', 'Turns'])
  expect(extrasDialog.queryByLabelText('Freestyle battle')).toBeNull()
  fireEvent.change(select, { target: { value: select.options[1]?.value } })
  await waitFor(() => expect(select.selectedOptions[0]?.text).toBe('Turns'))
  fireEvent.click(extrasDialog.getByRole('button', { name: 'Done' }))
  await button('Extras of Uma Reyes: Lab: Turns')
  await allSaved()
  const storedChoices = await db
    .selectFrom('attendees as a')
    .innerJoin('city_choices as c', 'c.id', 'a.lab_id')
    .where('a.registration_id', '=', id)
    .select('c.name')
    .execute()
  expect(storedChoices).toEqual([{ name: 'Turns' }])
})

const levelOf = (name: string) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Workshop level of ${name}` }, patience)
/** Lets React draw, without a timer. */
const flushRendering = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const labels = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text)

test('ATT-016 ATT-022 ATT-061 levels are listed by plural name, range and price; virtual ones where the city has them', async () => {
  await register({ person_id: uma, workshop_level_id: 3 })
  const { close } = await step('dancers', 'Dancers')
  const inPerson = labels(await levelOf('Uma Reyes'))
  expect(inPerson).toEqual(
    expect.arrayContaining(['Teens (Ages 13-15) · $285.00', 'Minis (Ages 9 and under) · $225.00']),
  )
  expect(inPerson.some((label) => label.includes('virtual'))).toBe(false)
  close()
  await setCity({ allows_virtual: true })
  await step('dancers', 'Dancers')
  expect(labels(await levelOf('Uma Reyes'))).toContain('Teens, virtual (Ages 13-15) · $120.00')
})

test('ATT-018 ERR-015 ERR-030 M070 an ineligible level shows a message for 3 seconds, and the old level stays', async () => {
  await register({ person_id: uma, workshop_level_id: 2 })
  await step('dancers', 'Dancers')
  const select = await levelOf('Uma Reyes')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.change(select, { target: { value: '4' } })
    const errorText = () => screen.queryByText('Please select a valid workshop level.')
    await flushRendering()
    expect(errorText()).toBeTruthy()
    expect(select.value).toBe('2')
    vi.advanceTimersByTime(2_900)
    await flushRendering()
    expect(errorText()).toBeTruthy()
    vi.advanceTimersByTime(200)
    vi.useRealTimers()
    await waitFor(() => expect(errorText()).toBeNull())
  } finally {
    vi.useRealTimers()
  }
})

test('ATT-019 ATT-074 M012 a sold-out level has a banner and cannot be picked; who holds it keeps it', async () => {
  await register({ person_id: uma, workshop_level_id: 3 })
  await setLevelStatus(2, 'sold_out')
  await setLevelStatus(3, 'not_available')
  await setLevelStatus(4, 'sold_out')
  await step('dancers', 'Dancers')
  expect(await screen.findByText('Junior is sold out.')).toBeTruthy()
  await rosterEntry('Vic Young')
  expect(
    await screen.findByText(
      /^Vic Young is in Mini instead\. Still available: Mini\. Leave this dancer there, or choose/,
    ),
  ).toBeTruthy()
  expect(screen.getByText('Teen is not available for this city.')).toBeTruthy()
  const select = await levelOf('Uma Reyes')
  fireEvent.change(select, { target: { value: '2' } })
  expect((await dialog('Sorry')).textContent).toContain('Junior is sold out.')
  await answerDialog('Sorry', 'OK')
  expect(select.value).toBe('3')
  press('Attended before, Uma Reyes')
  await saved('Uma', { workshop_level_id: 3, attended_reg: true })
})

test('ATT-053 the media season pass says what it includes', async () => {
  await register({ person_id: uma, workshop_level_id: 3 })
  await step('dancers', 'Dancers')
  fireEvent.click(await button('Add extras for Uma Reyes'))
  const extrasDialog = await dialog('Uma Reyes, 14')
  expect(extrasDialog.textContent).toContain('Includes unlimited photos and videos.')
})

test('ATT-027 the college discount asks for a student ID first, and says which files are one', async () => {
  await step('dancers', 'Dancers')
  await rosterEntry('Vic Young')
  fireEvent.click(await button('College, Vic Young'))
  const collegeDialog = await dialog('College discount')
  const input = within(collegeDialog).getByLabelText(/^Student ID/)
  fireEvent.change(input, { target: { files: [new File(['notes'], 'notes.txt', { type: 'text/plain' })] } })
  expect(await within(collegeDialog).findByText('Please choose a photo or a PDF of the student ID.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'College, Vic Young', hidden: true }).ariaPressed).not.toBe('true')
})

test('ATT-027 ATT-063 a student ID is chosen, travels, and turns the college discount on; one too large is refused', async () => {
  await register({ person_id: vic, workshop_level_id: 4 })
  const uploading: { send?: () => Promise<void> } = {}
  vi.stubGlobal('XMLHttpRequest', uploadsTo(stage, uploading))
  await step('dancers', 'Dancers')
  fireEvent.click(await button('College, Vic Young'))
  const collegeDialog = await dialog('College discount')
  const input = within(collegeDialog).getByLabelText(/^Student ID/)
  const choose = (file: File) => fireEvent.change(input, { target: { files: [file] } })

  const large = new File(['%PDF-1.7'], 'large.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: 10_485_761 })
  choose(large)
  await within(collegeDialog).findByText('Please select an image file under 10MB to upload and try again.')

  const card = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#7a1f4b' } })
    .jpeg()
    .toBuffer()
  choose(new File([new Uint8Array(card)], 'card.jpg', { type: 'image/jpeg' }))
  const bar = await within(collegeDialog).findByRole('progressbar')
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'))
  await uploading.send?.()
  await screen.findByText('Student ID uploaded')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'College discount' })).toBeNull())
  const place = `college-discounts/${tour_date_id}/${id}/${(await one('Vic'))?.id}`
  // Each accepted upload has a key of its own.
  const student_id_url = expect.stringMatching(new RegExp(`^${place}-[\\w-]+[.]jpg$`))
  await saved('Vic', { college_discount: true, student_id_url })
  expect(existsSync(path.join(stage.folder, (await one('Vic'))?.student_id_url ?? ''))).toBe(true)
})

test('ATT-028 ATT-077 taking the college discount off asks first, and deletes the file', async () => {
  await register({ person_id: vic, workshop_level_id: 4 })
  const { id: attendee_id } = (await one('Vic')) ?? { id: 0 }
  const student_id_url = `college-discounts/${tour_date_id}/${id}/${attendee_id}.pdf`
  await stage.files.put(student_id_url, Buffer.from('%PDF-1.7'), 'application/pdf')
  await db
    .updateTable('attendees')
    .set({ student_id_url, has_college_discount: true, college_discount: true })
    .where('id', '=', attendee_id)
    .execute()
  const file = path.join(stage.folder, student_id_url)
  expect(existsSync(file)).toBe(true)

  await step('dancers', 'Dancers')
  fireEvent.click(await button('College, Vic Young'))
  expect((await dialog('Remove the college discount')).textContent).toContain(
    'Removing the discount deletes the uploaded ID. Continue?',
  )
  await answerDialog('Remove the college discount', 'No, keep it')
  expect((await one('Vic'))?.college_discount).toBe(true)
  press('College, Vic Young')
  await answerDialog('Remove the college discount', 'Yes, remove it')
  await saved('Vic', { college_discount: false, student_id_url: null, attended_reg: false })
  await stage.runJobs()
  expect(existsSync(file)).toBe(false)
})

test('ATT-031 UI-013 a dancer’s scholarship is chosen among theirs, and left again', async () => {
  await register({ person_id: uma, workshop_level_id: 3 })
  const scholarship = { person_id: uma, season_id: 41, event_id: null, vip_type_id: null }
  await db
    .insertInto('scholarships')
    .values([
      { ...scholarship, amount: dollars(40) },
      { ...scholarship, amount: dollars(90) },
    ])
    .execute()
  await step('dancers', 'Dancers')
  fireEvent.click(await button('Scholarship of Uma Reyes, not used'))
  const scholarshipDialog = await dialog('Choose a scholarship')
  expect(within(scholarshipDialog).getAllByRole('radio')).toHaveLength(3)
  fireEvent.click(within(scholarshipDialog).getByLabelText('Scholarship of $90.00'))
  fireEvent.click(within(scholarshipDialog).getByRole('button', { name: 'Save' }))
  await button('Scholarship of Uma Reyes, $90.00 used')
  await saved('Uma', { scholarship_amount: 9_000 })
  press('Scholarship of Uma Reyes, $90.00 used')
  fireEvent.click(within(await dialog('Choose a scholarship')).getByLabelText('No scholarship here'))
  press('Save')
  await saved('Uma', { scholarship_amount: 0 })
})

test('ROST-037 a person added to the roster appears in the side panel of the next step at once', async () => {
  const { router } = await step('roster', 'Roster')
  fireEvent.change(await screen.findByLabelText(/^First name/, {}, patience), { target: { value: 'Wren' } })
  fireEvent.change(screen.getByLabelText(/^Last name/), { target: { value: 'Abara' } })
  fireEvent.change(screen.getByLabelText(/^Gender/), { target: { value: '1' } })
  fireEvent.change(screen.getByLabelText(/^Birthdate/), { target: { value: '03/04/2012' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add to roster' }))
  await waitFor(async () =>
    expect(await db.selectFrom('persons').select('id').where('fname', '=', 'Wren').execute()).toHaveLength(1),
  )
  await router.navigate(`/registration/${id}/dancers`)
  await heading('Dancers')
  await button(/^Wren Abara, 12$/)
})

test('ROST-024 M028 an empty roster says so, and comes before every other step', async () => {
  const rows = await db.deleteFrom('roster').where('user_id', '=', user_id).returningAll().execute()
  try {
    const { router } = await visitWizard(stage, user_id, `/registration/${id}/dancers`)
    await waitForStep(router, `/registration/${id}/roster`)
    expect(await screen.findByText('You do not have anyone in your roster.', undefined, patience)).toBeTruthy()
    expect(screen.getAllByText('Add someone to your roster first.').length).toBeGreaterThan(0)
  } finally {
    await db
      .insertInto('roster')
      .values(rows.map(({ id: _, ...row }) => row))
      .execute()
  }
})
