// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { RouterProvider } from '../../web/src/ui/router/RouterProvider.tsx'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import path from 'node:path'
import { createElement, type ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openDrafts } from '../../web/src/ui/draft-store.ts'
import { formsWithDraft, root } from './form-sources.ts'
import { unanswered } from './unanswered.ts'

const person = { id: 5, fname: 'Ana', lname: 'Ruiz', birthdate: '2010-04-01', version: 1 }
const contact = { ...person, person_type_id: null, email: [], phone: [], address: null, reminder_email: null }
const account = { id: 9, name: 'Mia Sol', email: 'mia@larkspur.example', role: 'user' }
const payment = { id: 3, method: 'Check', details: {}, left: 9000, amount: 9000, reversal_fee: 0, reversible: null }
const record = { id: 1, notes: '', viewed: false, people: [], money: { raw: 0, payments: [] } }
const cityRecord = {
  id: 1,
  event_id: 7,
  season_id: 41,
  city: { name: 'Boise', state: 'ID' },
  time_zone: 'America/Boise',
}
const onClose = () => {}
const awardsOf = { pending: false, failure: null, save: onClose }
const awardCity = {
  ...{ tour_date_id: 1, levels_of: 'product', awards: [], blocks: [], people: [], studios: [] },
  ...{ age_divisions: [], categories: [], performance_divisions: [] },
  ...{ routines: [{ id: 3, name: '1 Ash' }], levels: [{ id: 1, name: 'Gold', minimum_points: 0 }] },
}

/** Props with which each form comes up, before the server has answered anything. */
const openings: Readonly<Record<string, object>> = {
  'accounts/ChangeEmailDialog.tsx': { user: account, onClose, onChanged: onClose },
  'accounts/ContactInfoDialog.tsx': { user: account, person: contact, onClose, onSaved: onClose },
  'accounts/office/LegalTextForm.tsx': { text: { name: 'terms', version: 1, text: '' }, onClose },
  'accounts/office/NewStudioPage.tsx': {},
  'desk/office/SaveExportDialog.tsx': { list: 'entries', filters: {}, onClose },
  'desk/office/SaveViewDialog.tsx': { list: 'registrations', query: 'state=paid', onClose },
  'desk/office/GroupMailForm.tsx': { mail: null },
  'desk/office/SendGroupMailDialog.tsx': {
    mail: { id: 3, kind: 'news', time_zone: 'America/Denver', audience: { tour_date_ids: [] } },
    onClose,
  },
  'accounts/office/EndAccountDialog.tsx': { account, onClose },
  'accounts/office/InviteDialog.tsx': { onClose },
  'accounts/office/RoleDialog.tsx': { account, onClose },
  'accounts/office/SecondFactorResetDialog.tsx': { account, onClose },
  'accounts/SignUpUserPage.tsx': {},
  'payments/BillingForm.tsx': {
    paymentStatus: { countries: [], states: [] },
    start: { firstName: '', lastName: '', address: '', city: '', zip: '', country_id: null, state_id: null },
    onBillTo: onClose,
  },
  'payments/CreditDialog.tsx': {
    registration_id: 1,
    paymentStatus: { credit_claim: null },
    onClose,
    onChanged: onClose,
  },
  'payments/office/PaymentDialog.tsx': { record, onClose },
  'payments/office/PromoCodeDialog.tsx': { promo: null, onClose },
  'payments/office/RefundDialog.tsx': { record, payment, onClose },
  'payments/office/ReversalDialog.tsx': { payment, onClose },
  'registrations/best-dancers/JacketDialog.tsx': {
    dancer: { attendee_id: 4, ...person, jacket_size_id: null, jacket_name: null },
    choices: { program: { garment: 'jacket', asks_name: true }, sizes: [] },
    visit: {},
    onSaved: onClose,
    onClose,
  },
  'registrations/office/AttendanceDialog.tsx': { line: null, onClose },
  'registrations/office/CorrectionDialog.tsx': {
    record,
    request: { title: 'Take Ana Ruiz out', leaving_people: [5], leaving_routines: [] },
    onClose,
  },
  'registrations/office/OfficeEditDialog.tsx': { record: { ...record, owner: 'Mia', office_edit: null }, onClose },
  'registrations/office/OfficeEditReview.tsx': { id: 1, flush: async () => {}, onSubmitted: onClose },
  'registrations/office/NominationsDialog.tsx': {
    id: 1,
    before: { has_soty: false, soty_here: false, nomination_routines: [], types: [], version: 1 },
    onClose,
  },
  'registrations/office/NotesForm.tsx': { record },
  'registrations/office/OfficeScholarshipDialog.tsx': { scholarship: null, onClose },
  'roster/AddPersonForm.tsx': { people: [], genders: [] },
  'roster/ContactDialog.tsx': { person: contact, types: [], onClose },
  'roster/office/CorrectPersonDialog.tsx': { person, onClose },
  'roster/office/PersonOwnerDialog.tsx': { person, owner: { user_id: 2, name: 'Mia' }, onClose },
  'homework/office/RoutineHomeworkDialog.tsx': {
    routine: { id: 1, label: '1', name: 'Ash', homework_ids: [] },
    library: [{ id: 2, name: 'Clean turns', group: 'Foundation', active: true }],
    onClose,
  },
  'results/office/AwardDialog.tsx': { awards: awardsOf, data: awardCity, award: null, onClose },
  'results/office/LevelsDialog.tsx': { awards: awardsOf, data: awardCity, onClose },
  'results/office/ProposalPanel.tsx': {
    data: {
      ...{ time_zone: 'America/Boise', blocks: [], versions: [] },
      proposal: {
        ...{ id: 3, proposer: 'Mia', proposed_at: '2024-10-01T16:00:00Z', reason: '', accepted: 0 },
        ...{ is_own: false, moved: [] },
      },
    },
    release: { pending: false },
  },
  'results/office/PicksDialog.tsx': {
    awards: awardsOf,
    data: awardCity,
    award: { id: 1, name: 'Summer', kind: 'choice', picks: [] },
    onClose,
  },
  'judging/office/JudgeDialog.tsx': { judge: null, onClose },
  'running-order/office/AddDisplayDialog.tsx': { tour_date_id: 1, stages: [1, 2], onClose, onLink: () => {} },
  'results/office/laptop/LaptopCodes.tsx': {
    laptop: { codes: [], addCodes: () => Promise.resolve(true) },
    copy: { tour_date_id: 1, pack: { devices: [] }, grid: { panels: [] } },
  },
  'judging/office/PanelDialog.tsx': { tour_date_id: 1, panel: null, onClose },
  'judging/office/DeductionForm.tsx': {
    ...{ entry: { id: 1, label: '1', name: 'Bluebird' }, scores: { pending: false, change: onClose }, onClose },
    panel: { counted: 3, scale: { max_points: 10_000 } },
  },
  'judging/office/PartsDialog.tsx': {
    ...{ entry: { id: 1 }, cell: { seat_id: 1, next_revision: 1, sheet: null }, label: '1, judge 1', onClose },
    scale: { max_points: 10_000, step: 50, soft_floor: 0, criteria: [{ name: 'Technique', max_points: 10_000 }] },
    scores: { pending: false, enter: onClose },
  },
  'judging/office/ReceivePage.tsx': {},
  'judging/office/ScaleDialog.tsx': { scale: null, onClose },
  'running-order/office/BlockDialog.tsx': {
    order: { pending: false, change: onClose },
    data: { tour_date_id: 1, version: 1, time_zone: 'America/Boise', blocks: [] },
    block: null,
    onClose,
  },
  'running-order/office/AnswerDialog.tsx': {
    order: { pending: false, change: onClose },
    tour_date_id: 1,
    entry: { id: 1, name: 'Bluebird', studio: 'Lakeside', request: { text: 'Late', answer: '', revision: 1 } },
    onClose,
  },
  'running-order/RequestDialog.tsx': {
    data: { registration_id: 1, days: ['2024-11-02', '2024-11-03'] },
    routine: { id: 1, name: 'Bluebird', request: null },
    onClose,
  },
  'survey/office/ClassesForm.tsx': { tour_date_id: 1, classes: [], levels: [] },
  'survey/office/LabelsDialog.tsx': { event: { event_id: 7, event: 'Meridian', labels: ['a', 'b'] }, onClose },
  'survey/office/QuestionDialog.tsx': { version: 1, question: null, onChanged: onClose, onClose },
  'survey/office/VersionDialog.tsx': { source: null, onClose },
  'survey/SurveyForm.tsx': {
    access: { registration_id: 1 },
    questions: [
      {
        ...{
          id: 3,
          question: 'How was it?',
          required: true,
          survey_question_group_id: 1,
          survey_question_type: 'text',
        },
        ...{ not_applicable: null, feedback: false, version: 1, answer: null },
      },
    ],
    lists: { judge_list: [], workshop_list: [] },
    labels: [],
  },
  'critiques/office/CritiqueDialog.tsx': {
    title: '1 Bluebird',
    sheet: { client_id: 'a', position: 1, judge: null, critique: '', note: '', good: [], bad: [] },
    isReleased: true,
    onClose,
  },
  'homework/office/HomeworkDialog.tsx': { video: null, divisions: [], onClose },
  'tours/office/CopyCityDialog.tsx': { city: cityRecord, onClose },
  'tours/office/EventNamesDialog.tsx': {
    title: 'New event',
    about: '',
    error: null,
    pending: false,
    onSubmit: onClose,
    onClose,
  },
  'tours/office/ListRowDialog.tsx': { table: 'workshop_levels', row: null, nextKey: 7, onClose },
  'tours/office/NewCityDialog.tsx': { season_id: undefined, onClose },
  'tours/office/NewsDialog.tsx': { tour_date_id: 1, item: null, today: '2024-10-01', onClose },
  'tours/office/SeasonDialog.tsx': { season: null, after: null, onClose },
  'tours/office/SettingRow.tsx': {
    name: 'preliminary_video_deadline',
    place: {},
    settings: { scope: 'product', set: { preliminary_video_deadline: 'May 31' }, inherited: {} },
    readOnly: false,
  },
  'waiting-list/office/WaitingRoutineDialog.tsx': { record, onClose },
  'waivers/office/PaperWaiverDialog.tsx': {
    row: { registration_id: 1, person_id: 5, waiver_type_id: 2, name: 'Ana Ruiz', birthdate: null },
    facts: { today: '2024-10-01', start_year: 2024, adult_age: 18 },
    onClose,
  },
  'waivers/office/WaiverTypeDialog.tsx': { type: null, onClose },
}

/** They need a record of the server; form-sweep.test.ts reads their source. */
const openedElsewhere = [
  'accounts/SignUpStudioPage.tsx',
  'accounts/StudioRecord.tsx',
  'judging/office/ImportScoresPage.tsx',
  // split-screens.test.tsx
  'payments/PaymentPanel.tsx',
  // Of the three, kept-choices.test.tsx.
  'registrations/routines/ChangeSeveral.tsx',
  'registrations/routines/CopyDialog.tsx',
  'registrations/routines/ReplaceDancer.tsx',
  // Of these, roster-import-screens.test.tsx, roster-screens.test.tsx and office-seasons-screens.test.tsx.
  'roster/ImportPage.tsx',
  'roster/RosterTable.tsx',
  // Behind a button of the stage page.
  'tours/office/Prices.tsx',
  'tours/office/EventPage.tsx',
  'tours/office/SeasonCopyPage.tsx',
  'tours/office/TourDatePage.tsx',
  'waiting-list/LevelWaitDialog.tsx',
  'waiting-list/office/WaitingPage.tsx',
  'waivers/SignDialogs.tsx',
  'waivers/SignPage.tsx',
]

test('every form with a draft is opened by the sweep, or listed', () => {
  const files = [...Object.keys(openings), ...openedElsewhere]
  expect(files.toSorted()).toEqual(formsWithDraft.map(([file]) => file).toSorted())
})

beforeEach(() => {
  // A user is signed in, and the server has not said yet who.
  openDrafts(7)
})

async function open(file: string, props: object) {
  cleanup()
  vi.stubGlobal('fetch', unanswered)
  const module: Record<string, unknown> = await import(/* @vite-ignore */ path.join(root, file))
  const name = path.basename(file, '.tsx')
  const Form = (module[name] ?? module['default']) as ComponentType<object>
  // Some are pages of a record, which their address names.
  window.history.replaceState(null, '', '/1')
  const route = { path: '/:id', component: () => createElement(Form, props) }
  const router = createRouter({ routes: [route], context: {} })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await waitFor(() => expect(document.querySelector('form, input, textarea, select')).not.toBeNull())
}

const isTyped = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && ['text', 'email', 'tel', 'url', 'date'].includes(field.type))) &&
  !field.disabled &&
  !field.readOnly &&
  // A search for a person, chosen anew.
  field.name !== 'person_id' &&
  field.getAttribute('aria-haspopup') === null &&
  field.getAttribute('role') !== 'combobox' &&
  field.getAttribute('aria-hidden') !== 'true'

const typedFields = () => [...document.querySelectorAll('input, textarea')].filter(isTyped)

function sampleFor(field: HTMLInputElement | HTMLTextAreaElement): string {
  if (field.type === 'date') return '2025-01-15'
  if (field.type === 'email') return 'kept@larkspur.example'
  if (field.type === 'tel') return '(503) 555-0142'
  if (field.placeholder === 'MM/DD/YYYY' || /date|birth|_on$/.test(field.name)) return '01/15/2010'
  if (field.inputMode === 'numeric') return '2025'
  // As a money field shows it.
  if (field.inputMode === 'decimal') return '2,025.00'
  return 'Kept words'
}

test('a chosen embargo comes back with its time', async () => {
  const proposalPanel = [
    'results/office/ProposalPanel.tsx',
    openings['results/office/ProposalPanel.tsx'] ?? {},
  ] as const
  await open(...proposalPanel)
  fireEvent.change(screen.getByLabelText('Show to studios'), { target: { value: 'time' } })
  const time = () => screen.getByLabelText<HTMLInputElement>(/^Show from/)
  fireEvent.change(time(), { target: { value: '2024-10-02T18:30' } })
  await open(...proposalPanel)
  expect(time().value).toBe('2024-10-02T18:30')
})

test.each(Object.entries(openings))('%s restores what was typed', async (file, props) => {
  await open(file, props)
  const before = typedFields().map(({ value }) => value)
  for (const field of typedFields()) fireEvent.change(field, { target: { value: sampleFor(field) } })
  const typedValues = typedFields().map(({ value }) => value)
  if (typedValues.length > 0) expect(typedValues).not.toEqual(before)
  await open(file, props)
  expect(typedFields().map(({ value }) => value)).toEqual(typedValues)
  if (typedValues.length > 0) expect(screen.getByText('We kept what you typed.')).toBeTruthy()
})
