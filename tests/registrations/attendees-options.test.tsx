// @vitest-environment jsdom
import { existsSync } from 'node:fs'
import path from 'node:path'
import { dollars } from '@callboard/domain/kernel/money.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { uploadsTo } from './upload-kit.ts'
import { allSaved, answerDialog, dialog, press } from './wizard-kit.tsx'
import { openAttendeesStage } from './attendees-stage.tsx'

const {
  button,
  db,
  flushRendering,
  current,
  labels,
  levelOf,
  one,
  patience,
  register,
  rosterEntry,
  saved,
  setCity,
  setLevelStatus,
  stage,
  step,
  tour_date_id,
  uma,
  vic,
} = await openAttendeesStage()

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
    .where('a.registration_id', '=', current.id)
    .select('c.name')
    .execute()
  expect(storedChoices).toEqual([{ name: 'Turns' }])
})

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
  press('Attended before (25% off), Uma Reyes')
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
  const place = `college-discounts/${tour_date_id}/${current.id}/${(await one('Vic'))?.id}`
  // Each accepted upload has a key of its own.
  const student_id_url = expect.stringMatching(new RegExp(`^${place}-[\\w-]+[.]jpg$`))
  await saved('Vic', { college_discount: true, student_id_url })
  expect(existsSync(path.join(stage.folder, (await one('Vic'))?.student_id_url ?? ''))).toBe(true)
})

test('ATT-028 ATT-077 taking the college discount off asks first, and deletes the file', async () => {
  await register({ person_id: vic, workshop_level_id: 4 })
  const { id: attendee_id } = (await one('Vic')) ?? { id: 0 }
  const student_id_url = `college-discounts/${tour_date_id}/${current.id}/${attendee_id}.pdf`
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
