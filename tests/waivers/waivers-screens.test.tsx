// @vitest-environment jsdom
import { daysAfter, instant } from '@callboard/domain/kernel/instant.ts'
import { typedSignatures } from '@callboard/server/waivers/signing-provider.ts'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { filledForm } from '../scenarios/waivers.ts'
import { completedCity } from '../scenarios/completed.ts'

const start = instant('2024-10-01T16:00:00Z')
const signing = { ...typedSignatures }
const stage = await openStage({ now: start, signing })
const { db, clock, call } = stage
const { registration, grace, office, tour_date_id } = await completedCity(stage)
const { id } = registration

type Row = { attendee_id: number; person_id: number; fname: string; lname: string; waiver_type_id: number }
const { rows } = (await call(grace.user_id, 'GET', `/v1/mybtf/waivers?registration_id=${id}`)).json<{ rows: Row[] }>()
const [first, second, third, fourth, fifth] = rows as [Row, Row, Row, Row, Row]
// The first is somebody whose address and contacts nobody entered.
for (const table of ['contacts', 'addresses'] as const)
  await db.deleteFrom(table).where('person_id', '=', first.person_id).execute()
const nameOf = ({ fname, lname }: Row) => `${fname} ${lname}`

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  clock.time = start
  signing.seal = typedSignatures.seal
})

async function visit(path: string, user_id = 0) {
  const cookie = user_id ? (await stage.sessionOf(user_id)).cookie : ''
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  return router
}
type Router = Awaited<ReturnType<typeof visit>>
const arrives = (router: Router, path: string) => waitFor(() => expect(router.getState().shown?.path).toBe(path))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

const valueOf = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

/** The parent's part of the form, and what the participant's lacks. */
async function fillIn(birthdate = '03/01/2012') {
  await screen.findByText('You, the parent or guardian')
  await screen.findAllByRole('option', { name: 'Female' })
  type('Birthdate', birthdate)
  type('Gender', '1')
  type('You are the participant’s', 'Mother')
  type('Your first name', 'Sable')
  type('Your last name', 'Halloran')
  type('Your gender', '1')
  type('Your address', '18 Mercer Street, Portland, OR 97209')
  type('Your email', 'sable@example.com')
  type('Your phone', '5035550147')
}

/** On to the last window. */
async function toSignature() {
  press('NEXT')
  await dialog(`Sign for ${nameOf(first)}`)
}

async function agree() {
  fireEvent.click(await screen.findByLabelText(/^I agree to the terms/))
  await dialog('Participant waiver')
  press('I agree')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Participant waiver' })).toBeNull())
}

test('WAIV-001 WAIV-002 TOK-013 the tab lists who has to sign, and makes a link to share when asked, not before', async () => {
  const links = async () => (await db.selectFrom('share_tokens').select('token_hash').execute()).length
  const before = await links()
  await visit(`/event/${id}/waivers`, grace.user_id)
  const table = within(await screen.findByRole('grid', { name: 'Waivers' }))
  for (const header of ['Name', 'Gender', 'Birthdate', 'Age']) {
    expect(table.getByRole('columnheader', { name: header })).toBeTruthy()
  }
  expect(table.getAllByRole('button', { name: /^SIGN for/ })).toHaveLength(rows.length)
  expect(table.getAllByRole('button', { name: /^SEND REMINDER for/ })).toHaveLength(rows.length)
  expect(screen.getByText(`0/${rows.length}`)).toBeTruthy()
  expect(await links()).toBe(before)
  press('Make a link')
  const link = await waitFor(() => {
    const { value } = screen.getByLabelText<HTMLInputElement>('Link to sign, without an account')
    expect(value).toMatch(/\/waivers\/[\w-]{40,}$/)
    return value
  })
  expect(link).toContain('http://localhost:3000/waivers/')
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
  expect(await links()).toBe(before + 1)
})

test('WAIV-004 WAIV-006 WAIV-008 WAIV-009 WAIV-010 WAIV-017 WAIV-024 WAIV-027 WAIV-028 the owner signs in three windows; what fails opens the last again', async () => {
  await visit(`/event/${id}/waivers`, grace.user_id)
  await screen.findByRole('grid', { name: 'Waivers' })
  press(`SIGN for ${nameOf(first)}`)
  await dialog(`Participant waiver: ${nameOf(first)}`)
  fireEvent.click(screen.getByLabelText(/^A parent or legal guardian/))
  press('NEXT')
  await screen.findByText('You, the parent or guardian')
  press('NEXT')
  expect((await screen.findAllByText('Required')).length).toBeGreaterThan(4)
  await fillIn('13/45/2012')
  fireEvent.blur(screen.getByLabelText('Birthdate'))
  expect(await screen.findByText('Enter a day as MM/DD/YYYY.')).toBeTruthy()
  type('Birthdate', '03/01/2012')
  await toSignature()

  press('SIGN')
  expect(await screen.findByText('Please agree to the terms and conditions before continuing.')).toBeTruthy()
  await agree()
  type(/^Your name, as your signature/, 'Sable Halloran')
  signing.seal = async () => {
    throw new Error('not to be reached')
  }
  press('SIGN')
  const failure = within(await dialog('Oops...'))
  expect(failure.getByText('Something went wrong!')).toBeTruthy()
  signing.seal = typedSignatures.seal
  fireEvent.click(failure.getByRole('button', { name: 'OK' }))
  const again = within(await dialog(`Sign for ${nameOf(first)}`))
  expect(again.getByLabelText<HTMLInputElement>(/^Your name, as your signature/).value).toBe('Sable Halloran')
  fireEvent.click(again.getByRole('button', { name: 'SIGN' }))
  expect(await screen.findByText(`1/${rows.length}`)).toBeTruthy()
  expect(screen.getByRole('link', { name: `VIEW WAIVER of ${nameOf(first)}` }).getAttribute('href')).toMatch(
    /^\/v1\/mybtf\/waivers\/view\/\d+$/,
  )
})

test('WAIV-010 the form keeps what was typed when it is left by Escape, and by Back from reading the waiver', async () => {
  // Something to go back to: without it the browser's Back does nothing.
  const router = await visit(`/event/${id}/overview`, grace.user_id)
  await screen.findByRole('heading', { level: 1 })
  await act(() => router.navigate(`/event/${id}/waivers`))
  await screen.findByRole('grid', { name: 'Waivers' })
  const form = `Participant waiver: ${nameOf(second)}`
  const openForm = async () => {
    press(`SIGN for ${nameOf(second)}`)
    await dialog(form)
  }
  const typedValues = () => ['Your first name', 'Your address', 'Birthdate'].map(valueOf)
  await openForm()
  fireEvent.click(screen.getByLabelText(/^A parent or legal guardian/))
  press('NEXT')
  await fillIn()
  fireEvent.keyDown(await dialog(form), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await openForm()
  expect(screen.getByLabelText<HTMLInputElement>(/^A parent or legal guardian/).checked).toBe(true)
  press('NEXT')
  await screen.findByText('You, the parent or guardian')
  expect(typedValues()).toEqual(['Sable', '18 Mercer Street, Portland, OR 97209', '03/01/2012'])

  press('NEXT')
  const signer = await dialog(`Sign for ${nameOf(second)}`)
  type(/^Your name, as your signature/, 'Sable Hal')
  press('Read the waiver')
  await dialog('Participant waiver')
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Participant waiver' })).toBeNull())
  expect(signer.isConnected).toBe(true)
  expect(valueOf(/^Your name, as your signature/)).toBe('Sable Hal')
  press('Back')
  await screen.findByText('You, the parent or guardian')
  expect(typedValues()).toEqual(['Sable', '18 Mercer Street, Portland, OR 97209', '03/01/2012'])
})

test('WAIV-006 a 17-year-old cannot sign for themselves, an 18-year-old can', async () => {
  const born = (date: string) =>
    db
      .updateTable('persons')
      .set({ birthdate: date as never })
      .where('id', '=', second.person_id)
      .execute()
  const openSigning = async () => {
    await visit(`/event/${id}/waivers`, grace.user_id)
    await screen.findByRole('grid', { name: 'Waivers' })
    press(`SIGN for ${nameOf(second)}`)
    await dialog(`Participant waiver: ${nameOf(second)}`)
  }
  await born('2006-10-02')
  await openSigning()
  expect(await screen.findByText('Participant is under 18')).toBeTruthy()
  expect(screen.queryByLabelText(/who is 18 or older$/)).toBeNull()
  press('NEXT')
  expect(await screen.findByText('You, the parent or guardian')).toBeTruthy()
  cleanup()
  await born('2006-10-01')
  await openSigning()
  fireEvent.click(screen.getByLabelText(/who is 18 or older$/))
  press('NEXT')
  expect(await screen.findByLabelText('Address')).toBeTruthy()
  expect(screen.queryByText('You, the parent or guardian')).toBeNull()
})

test('WAIV-019 M027 a reminder says Email Sent', async () => {
  await visit(`/event/${id}/waivers`, grace.user_id)
  await screen.findByRole('grid', { name: 'Waivers' })
  press(`SEND REMINDER for ${nameOf(third)}`)
  await dialog(`Request the waiver of ${nameOf(third)}`)
  type('Email of a parent or guardian', 'not an address')
  press('Send')
  expect(await screen.findByText('Must be valid email')).toBeTruthy()
  type('Email of a parent or guardian', 'mum@example.com')
  press('Send')
  expect(await screen.findByText('Email Sent')).toBeTruthy()
  expect(await screen.findByText('Link sent')).toBeTruthy()
})

test('WAIV-021 deleting a signed waiver asks first', async () => {
  await visit(`/event/${id}/waivers`, grace.user_id)
  fireEvent.click(await screen.findByRole('button', { name: `Delete the waiver of ${nameOf(first)}` }))
  const deleteDialog = within(await dialog(`Delete the waiver of ${nameOf(first)}?`))
  fireEvent.click(deleteDialog.getByRole('button', { name: 'Yes, delete it' }))
  expect(await screen.findByText(`0/${rows.length}`)).toBeTruthy()
})

const share = async () => {
  const data = encodeURIComponent(JSON.stringify({ registration_id: id }))
  const tokenReply = await call(grace.user_id, 'GET', `/v1/dance360/generate-url-token?path=waivers&data=${data}`)
  return tokenReply.json<{ token: string }>().token
}
const requestWaiver = async (row: Row) => {
  const options = { registration_id: id, waiver_type_id: row.waiver_type_id, self: false }
  const body = { person: { ...filledForm, id: row.person_id }, options }
  return (await call(grace.user_id, 'POST', '/v1/mybtf/waivers', body)).json<{
    waiver_request_id: number
    signing_token: string
  }>()
}

test('WAIV-003 WAIV-022 TOK-001 TOK-006 TOK-007 M129 M130 signed out, a shared link shows names with SIGN and SIGNED alone', async () => {
  await visit(`/waivers/${await share()}`)
  const table = within(await screen.findByRole('grid', { name: 'Participants' }))
  expect(table.getAllByRole('button', { name: /^SIGN for/ })).toHaveLength(rows.length)
  expect(screen.queryByText(/REMINDER|VIEW WAIVER/)).toBeNull()
  expect(screen.queryByLabelText(/Link to sign/)).toBeNull()
  const text = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(text).toContain(`${nameOf(first)}SIGN`)

  press(`SIGN for ${nameOf(first)}`)
  await dialog(`Participant waiver: ${nameOf(first)}`)
  fireEvent.click(screen.getByLabelText(/^A parent or legal guardian/))
  press('NEXT')
  await fillIn()
  await toSignature()
  await agree()
  type(/^Your name, as your signature/, 'Sable Halloran')
  press('SIGN')
  expect(await screen.findByText('SIGNED')).toBeTruthy()
})

test('WAIV-014 WAIV-022 a link to sign opens the form for one participant, signed out', async () => {
  const body = { id: third.attendee_id, reminder_email: 'mum@example.com' }
  await call(grace.user_id, 'POST', '/v1/mybtf/waivers/reminder', body)
  const { text } = await db.selectFrom('mails').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await visit(/\/waivers\/sign\/[\w-]+/.exec(text)?.[0] ?? '')
  await screen.findByRole('heading', { level: 1, name: `Sign for ${nameOf(third)}` })
  expect(screen.queryByRole('button', { name: 'SIGN' })).toBeNull()
  fireEvent.click(screen.getByLabelText(/^A parent or legal guardian/))
  await fillIn()
  await agree()
  type(/^Your name, as your signature/, 'Sable Halloran')
  screen.getByRole('button', { name: 'SIGN' }).focus()
  press('SIGN')
  expect(await screen.findByRole('heading', { level: 1, name: 'SIGNED' })).toBeTruthy()
  expect(document.activeElement?.id).toBe('content')
})

test('WAIV-015 WAIV-016 ERR-021 M134 M135 TOK-010 a link that is over, signed or unknown leads home; the first two say why', async () => {
  const open = async (token: string, sentence: string) => {
    const router = await visit(`/waivers/sign/${token}`)
    const sorryDialog = within(await dialog('Sorry!'))
    expect(sorryDialog.getByText(sentence)).toBeTruthy()
    fireEvent.click(sorryDialog.getByRole('button', { name: 'OK' }))
    await arrives(router, '/')
    cleanup()
  }
  const late = await requestWaiver(second)
  const { waiver_request_id, signing_token } = await requestWaiver(second)
  const whose = { waiver_request_id, registration_id: id, person_id: second.person_id, token: signing_token }
  await call(0, 'PATCH', '/v1/mybtf/waivers', { ...whose, signature: 'Sable Halloran', agreed: true })
  await open(
    signing_token,
    'Sorry, this waiver request link has been signed. If you have not signed your waiver, please request another link from your registration contact.',
  )
  await db.deleteFrom('waivers').where('person_id', '=', second.person_id).execute()
  clock.time = daysAfter(start, 40)
  await open(late.signing_token, 'Sorry, this waiver request has expired.')
  clock.time = start
  for (const path of ['/waivers/sign/nonsense', '/waivers/nonsense']) {
    await arrives(await visit(path), '/')
    cleanup()
  }
})

test('WAIV-005 a phone that is none is an error at the phone that was typed, not at the empty one', async () => {
  await visit(`/event/${id}/waivers`, grace.user_id)
  await screen.findByRole('grid', { name: 'Waivers' })
  press(`SIGN for ${nameOf(fourth)}`)
  await dialog(`Participant waiver: ${nameOf(fourth)}`)
  fireEvent.click(screen.getByLabelText(/^A parent or legal guardian/))
  press('NEXT')
  await fillIn()
  const own = (label: RegExp) => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement
  fireEvent.change(own(/^Phone/), { target: { value: '' } })
  fireEvent.change(own(/^Email/), { target: { value: '' } })
  type('Your phone', '312')
  type('Your email', 'sable@')
  press('NEXT')
  await screen.findAllByText('Must be valid phone number')
  const invalid = (field: Element) => field.getAttribute('aria-invalid') === 'true'
  expect([own(/^Phone/), own(/^Email/)].map(invalid)).toEqual([false, false])
  expect(['Your phone', 'Your email'].map((label) => invalid(screen.getByLabelText(label)))).toEqual([true, true])
  fireEvent.change(own(/^Phone/), { target: { value: '415' } })
  fireEvent.blur(own(/^Phone/))
  expect(invalid(own(/^Phone/))).toBe(true)
})

test('WAIV-010 nothing typed is lost when the kind of signer is changed', async () => {
  await db.updateTable('persons').set({ birthdate: null, gender_id: null }).where('id', '=', fifth.person_id).execute()
  await visit(`/event/${id}/waivers`, grace.user_id)
  await screen.findByRole('grid', { name: 'Waivers' })
  press(`SIGN for ${nameOf(fifth)}`)
  await dialog(`Participant waiver: ${nameOf(fifth)}`)
  const choose = async (signer: RegExp) => {
    fireEvent.click(screen.getByLabelText(signer))
    press('NEXT')
    await screen.findByLabelText('Birthdate')
    await screen.findAllByRole('option', { name: 'Female' })
  }
  const back = async () => {
    press('Back')
    await screen.findByLabelText(/^A parent or legal guardian/)
  }
  await choose(/who is 18 or older$/)
  type('Birthdate', '03/01/2012')
  type('Gender', '1')
  type('Address', '7 Elm Street, Portland, OR 97209')
  type('Phone', '5035550100')
  press('NEXT')
  await screen.findAllByText('Participant is under 18')
  await back()

  await choose(/^A parent or legal guardian/)
  expect(['Birthdate', 'Gender', 'Your address'].map(valueOf)).toEqual([
    '03/01/2012',
    '1',
    '7 Elm Street, Portland, OR 97209',
  ])
  expect(valueOf(/^Phone/)).toBe('(503) 555-0100')
  type('Your first name', 'Sable')
  type('You are the participant’s', 'Mother')
  await back()
  await choose(/who is 18 or older$/)
  expect(['Birthdate', 'Gender', 'Address'].map(valueOf)).toEqual([
    '03/01/2012',
    '1',
    '7 Elm Street, Portland, OR 97209',
  ])
  await back()
  await choose(/^A parent or legal guardian/)
  expect(['Your first name', 'You are the participant’s'].map(valueOf)).toEqual(['Sable', 'Mother'])
  fireEvent.keyDown(await dialog(`Participant waiver: ${nameOf(fifth)}`), { key: 'Escape' })
})

test('WAIV-019 OFF-035 after the event no reminder is offered, and the page says so', async () => {
  const { end_date } = await db
    .selectFrom('tour_dates')
    .select('end_date')
    .where('id', '=', tour_date_id)
    .executeTakeFirstOrThrow()
  clock.time = instant(`${end_date}T20:00:00-08:00`)
  await visit(`/event/${id}/waivers`, grace.user_id)
  await screen.findByRole('button', { name: 'Remind everyone who hasn’t signed' })
  expect(screen.getByText(/signed before the event/)).toBeTruthy()
  cleanup()
  clock.time = daysAfter(clock.time, 1)
  await visit(`/event/${id}/waivers`, grace.user_id)
  await screen.findByRole('button', { name: `SIGN for ${nameOf(fourth)}` })
  expect(screen.queryByRole('button', { name: /^(Remind |SEND REMINDER)/ })).toBeNull()
  expect(screen.queryByText(/before the event/)).toBeNull()
  expect(screen.getByText('The event is over, so reminders are no longer sent.')).toBeTruthy()
  cleanup()
  await visit(`/office/tour-dates/${tour_date_id}/waivers`, office.user_id)
  await screen.findByRole('button', { name: `Record the paper of ${nameOf(fourth)}` })
  expect(screen.queryByRole('button', { name: /^(Remind |SEND REMINDER)/ })).toBeNull()
  expect(screen.getByText(/The event is over, so reminders are no longer sent\./)).toBeTruthy()
})

test('OFF-035 the office records the paper of a child as signed by a parent alone, and it shows its day without a time', async () => {
  await db
    .updateTable('persons')
    .set({ birthdate: '2015-04-01' as never })
    .where('id', '=', fourth.person_id)
    .execute()
  await visit(`/office/tour-dates/${tour_date_id}/waivers`, office.user_id)
  fireEvent.click(await screen.findByRole('button', { name: `Record the paper of ${nameOf(fourth)}` }))
  await dialog(`Paper waiver of ${nameOf(fourth)}`)
  type('Signed by', 'Sable Halloran')
  type('Who is', 'self')
  type('On', '09/30/2024')
  press('Record it')
  await screen.findByText('Participant is under 18')
  expect(screen.getByLabelText('Who is').getAttribute('aria-invalid')).toBe('true')
  type('Who is', 'Mother')
  type('On', '10/02/2024')
  press('Record it')
  await screen.findByText('Enter today or an earlier day.')
  type('On', '09/30/2024')
  press('Record it')
  await screen.findByText(`The waiver of ${nameOf(fourth)} is recorded`)
  cleanup()
  await visit(`/office/tour-dates/${tour_date_id}/waivers?state=signed`, office.user_id)
  await screen.findByText('Sable Halloran, Mon, Sep 30, 2024')
  fireEvent.click(screen.getByRole('button', { name: `See the waiver of ${nameOf(fourth)}` }))
  await screen.findByText('Mon, Sep 30, 2024')
  cleanup()
  await visit(`/event/${id}/waivers`, grace.user_id)
  await screen.findByText('Sable Halloran, Mon, Sep 30, 2024')
})
