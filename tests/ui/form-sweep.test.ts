import { expect, test } from 'vitest'
import type { NoDraftReason } from '../../web/src/ui/use-draft.ts'
import { formsWithDraft, readSources, sources } from './form-sources.ts'

/** Files without elements: those that ask, or keep a draft for a screen. */
const hooks = readSources('.ts')
const formTag = /<(Form|FormDialog|StudioForm|form)[\s>]/
const isPartOfKit = (file: string) =>
  ['ui/Form.tsx', 'ui/FormDialog.tsx', 'ui/PromptDialog.tsx', 'accounts/StudioForm.tsx'].includes(file)

/** Forms that keep nothing, each with the reason it gives. */
const formsWithoutDraft: Readonly<Record<string, string>> = {
  'accounts/ChangePasswordDialog.tsx': 'credentials',
  'accounts/DeleteAccountDialog.tsx': 'credentials',
  'accounts/DeletePersonDialog.tsx': 'one choice',
  'accounts/ForgotPasswordPage.tsx': 'one choice',
  'accounts/InvitationPage.tsx': 'credentials',
  'accounts/ReauthenticationDialog.tsx': 'credentials',
  'accounts/ResetPasswordPage.tsx': 'credentials',
  'accounts/SecondFactorDialog.tsx': 'credentials',
  'accounts/SecondStep.tsx': 'credentials',
  'accounts/SetupPasswordPage.tsx': 'credentials',
  'accounts/SetupLinkForm.tsx': 'one choice',
  'accounts/SignInPage.tsx': 'credentials',
  'dev/ClockPage.tsx': 'development only',
  // A page of its own, outside the kit; its number and code are good once.
  'judging/tablet/PairForm.tsx': 'none',
  'payments/PromoDialog.tsx': 'one choice',
  // RoutineSheet stores it; the list of routines offers to continue (routines-form.test.tsx).
  'registrations/routines/RoutineForm.tsx': 'saved elsewhere',
  'shell/kit/KitForm.tsx': 'development only',
}

/** State of a form with a draft that is not typed, or must not be stored. */
const unstoredStates: Readonly<Record<string, readonly string[]>> = {
  'accounts/ChangeEmailDialog.tsx': ['password'],
  'accounts/SignUpStudioPage.tsx': ['stage', 'searchText'],
  'accounts/StudioRecord.tsx': ['isEditing'],
  'desk/office/GroupMailForm.tsx': ['isSending'],
  'judging/office/DeductionForm.tsx': ['error'],
  'judging/office/ImportScoresPage.tsx': ['before', 'clientIds', 'isSure'],
  'judging/office/ReceivePage.tsx': ['problem', 'received', 'pending'],
  'results/office/laptop/LaptopCodes.tsx': ['problem'],
  'payments/BillingForm.tsx': ['isOpen'],
  // Of the choice, type, amount and method are kept; a saved card is chosen anew.
  'payments/PaymentPanel.tsx': ['ownBar', 'isReserved', 'pending', 'failed'],
  'payments/office/PaymentDialog.tsx': ['key', 'isBillAsked'],
  'payments/office/RefundDialog.tsx': ['key', 'isBillAsked'],
  'registrations/best-dancers/JacketDialog.tsx': ['pending', 'error'],
  'registrations/office/AttendanceDialog.tsx': ['person_id'],
  'registrations/office/OfficeScholarshipDialog.tsx': ['person_id', 'key'],
  'registrations/routines/CopyDialog.tsx': ['searchText'],
  'roster/AddPersonForm.tsx': ['round'],
  'roster/ImportPage.tsx': ['saved', 'before'],
  'roster/RosterTable.tsx': ['filter', 'contactOf'],
  'survey/SurveyForm.tsx': ['storedAnswers', 'pending', 'failure', 'hasVersion'],
  'tours/office/ListRowDialog.tsx': ['row'],
  'tours/office/Prices.tsx': ['selectedSeasonId', 'showsVirtual'],
  'waiting-list/LevelWaitDialog.tsx': ['searchText'],
  'waiting-list/office/WaitingPage.tsx': ['act'],
  'waivers/SignDialogs.tsx': ['step', 'signingRequest', 'signature'],
  'waivers/SignPage.tsx': ['signature'],
}

/** Not cleared by itself: it is the same for the next payment, and goes once the account holds it. */
const draftsThatStay = ['payments/BillingForm.tsx']

/** A form clears its draft itself, or by a function of its capability that does it on success. */
const clearing =
  /formDraft\.clear|sheetDraft\.clear|useOneCall\(go, formDraft,|useRecordDialog\(|awardForm\(awards, formDraft,/

test('every form keeps its input, or is listed with its reason', () => {
  const reasons: Record<string, string> = {}
  for (const [file, text] of sources) {
    if (isPartOfKit(file) || !formTag.test(text) || text.includes('useDraft(')) continue
    reasons[file] = / draft="([^"]+)"|\n\s*draft="([^"]+)"/.exec(text)?.slice(1).find(Boolean) ?? 'none'
  }
  expect(reasons).toEqual(formsWithoutDraft)
})

/** A field, by its tag: of the kit, of Mantine or of the browser. */
const inputTag =
  /<(TextInput|Textarea|textarea|input|TextField|LongTextField|SelectField|MoneyField|BirthdateField|PhoneField|NativeSelect|ToggleField|Checkbox|SearchField|FileField|PickList|CompactSelect|Switch|Radio|select|PersonFields|TimeZoneField)[\s/>]/

/** Fields outside of a form's tag, in files without a draft of their own: each with where its input is, or why nowhere. */
const inputsWithoutForm: Readonly<Record<NoDraftReason, readonly string[]>> = {
  // Each form that has them stores them, and is in the lists of this file.
  'saved elsewhere': [
    'accounts/AddressFields.tsx',
    'desk/office/AudienceFields.tsx',
    // The tablet stores each sheet as it is typed (tablet/entry-draft.ts).
    'judging/tablet/CritiqueFields.tsx',
    'payments/office/ReasonFields.tsx',
    'registrations/office/CorrectionFields.tsx',
    'registrations/review/Contact.tsx',
    'registrations/routines/CopyPreview.tsx',
    'registrations/routines/DancersPicker.tsx',
    'registrations/routines/RoutineOptions.tsx',
    'results/office/PlacementFields.tsx',
    'roster/ImportColumns.tsx',
    'roster/ImportRow.tsx',
    'roster/SheetSource.tsx',
    'roster/roster-columns.tsx',
    'survey/QuestionField.tsx',
    'tours/office/CityDays.tsx',
    'tours/office/CityEmployees.tsx',
    'tours/office/CityIntensives.tsx',
    'tours/office/CityNominations.tsx',
    'tours/office/CityOffers.tsx',
    'tours/office/CityPlaceFields.tsx',
    'tours/office/CityPlaces.tsx',
    'tours/office/EventLook.tsx',
    'tours/office/FlagPanels.tsx',
    'tours/office/SeasonPreview.tsx',
    'tours/office/TimeZoneField.tsx',
    'waivers/TypeChoice.tsx',
    'waivers/WaiverFields.tsx',
  ],
  'saved at once': [
    'critiques/office/CityCritiquesPage.tsx',
    'critiques/office/CityRecordingsPage.tsx',
    'desk/office/ExemptPanel.tsx',
    'desk/office/StudioPage.tsx',
    'judging/office/JudgePictures.tsx',
    'judging/office/MarkCell.tsx',
    'results/office/laptop/LaptopMarks.tsx',
    'music/RoutineCard.tsx',
    'music/office/CityMusicPage.tsx',
    'registrations/attendees/AttendeeOptions.tsx',
    'registrations/attendees/BulkOptions.tsx',
    'registrations/attendees/LevelSelect.tsx',
    'registrations/attendees/people-columns.tsx',
    'registrations/best-dancers/DancerCard.tsx',
    'registrations/nominations/AwardCategories.tsx',
    'registrations/nominations/SotyTable.tsx',
    'registrations/office/CityProgramPage.tsx',
    'registrations/review/ScholarshipDonation.tsx',
    'registrations/routines/MediaPassPanel.tsx',
    'registrations/routines/Newcomers.tsx',
    'registrations/routines/RoutineTable.tsx',
    'tours/office/CityMediaPass.tsx',
    'tours/office/EventLogo.tsx',
    'wizard/ObserversStep.tsx',
    'wizard/TeachersStep.tsx',
  ],
  'view only': [
    'accounts/StudioSearch.tsx',
    'critiques/office/use-entry-filter.tsx',
    'critiques/player/RecordingPlayer.tsx',
    'desk/office/AuditPage.tsx',
    'desk/office/EntriesPage.tsx',
    'desk/office/MailsPage.tsx',
    'desk/office/SavedViews.tsx',
    'event-area/DancerShares.tsx',
    'homework/HomeworkPage.tsx',
    'judging/office/ScoresPage.tsx',
    'judging/tablet/ItemPicker.tsx',
    'music/PlayButton.tsx',
    'payments/office/CityMoneyPage.tsx',
    'payments/office/CreditsPage.tsx',
    'registrations/attendees/RosterPanel.tsx',
    'registrations/office/CityNominationsPage.tsx',
    'registrations/office/RegistrationsPage.tsx',
    'registrations/office/ScholarshipsPage.tsx',
    'results/office/ReleasePage.tsx',
    'results/portal/CritiqueList.tsx',
    'results/portal/RoutineSearch.tsx',
    'roster/ImportRows.tsx',
    'roster/office/PeoplePage.tsx',
    'roster/office/PersonPicker.tsx',
    'roster/office/StudiosPage.tsx',
    'running-order/PublicOrderPage.tsx',
    'running-order/office/RunningOrderPage.tsx',
    'running-order/office/StagePage.tsx',
    'shell/OfficeList.tsx',
    'survey/office/SurveyResultsPage.tsx',
    'tours/TourChooser.tsx',
    'tours/landing/LandingPage.tsx',
    'tours/office/ListsPage.tsx',
    'tours/office/SettingsPage.tsx',
    'tours/office/TourDatesPage.tsx',
    'tours/office/use-season.tsx',
  ],
  'one choice': [
    'accounts/AffiliationChoice.tsx',
    'critiques/office/MediaUploads.tsx',
    'critiques/office/UnmatchedMedia.tsx',
    'event-area/ConfirmationPage.tsx',
    'judging/office/EntryDialog.tsx',
    'judging/office/JudgingPage.tsx',
    'judging/office/Recusals.tsx',
    'music/FilesToPlace.tsx',
    'registrations/attendees/ScholarshipDialog.tsx',
    'registrations/attendees/StudentIdDialog.tsx',
    'registrations/best-dancers/CropBox.tsx',
    'registrations/best-dancers/PhotoDialog.tsx',
    'results/portal/CritiqueShare.tsx',
    'running-order/office/ReadersDialog.tsx',
    'running-order/office/UnscheduledPanel.tsx',
    // The name of one row; the rows are stored by the page of the city.
    'tours/office/CityChoices.tsx',
    'waiting-list/OfferAnswer.tsx',
  ],
  // A consent, a confirmation or an acceptance of warnings.
  signature: [
    'payments/PayByCheck.tsx',
    'registrations/review/Agreements.tsx',
    'results/office/ProposePanel.tsx',
    'waivers/SignatureFields.tsx',
  ],
  payment: [
    'payments/BankAuthorization.tsx',
    'payments/Choices.tsx',
    'payments/NewMethod.tsx',
    'payments/OtherAmount.tsx',
  ],
  credentials: [],
  'development only': ['shell/kit/KitList.tsx', 'shell/kit/KitStates.tsx'],
}

test('every field outside of a form is kept, or is listed with its reason', () => {
  const files = [...sources].filter(
    ([file, text]) =>
      !file.startsWith('ui/') && inputTag.test(text) && !formTag.test(text) && !text.includes('useDraft('),
  )
  expect(files.map(([file]) => file).toSorted()).toEqual(Object.values(inputsWithoutForm).flat().toSorted())
})

test('every line of text asked for in a dialog has a draft of its own', () => {
  const names = [...sources.values(), ...hooks.values()].flatMap((text) =>
    [...text.matchAll(/\bdraft: \['([a-z-]+)'/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(12)
  expect(new Set(names).size).toBe(names.length)
})

test.each(formsWithDraft)(
  '%s keeps every state it has, clears it once it is sent, and has a name of its own',
  (file, text) => {
    const states = [...text.matchAll(/const \[(\w+)[^\]]*\] = useState\b/g)].map(([, name]) => name)
    expect(states.toSorted()).toEqual([...(unstoredStates[file] ?? [])].toSorted())
    expect(clearing.test(text)).toBe(!draftsThatStay.includes(file))
    const name = /useDraft\('([^']+)'/.exec(text)?.[1] ?? ''
    expect(name).not.toBe('')
    expect(formsWithDraft.filter(([, other]) => other.includes(`useDraft('${name}'`)).map(([one]) => one)).toEqual([
      file,
    ])
  },
)
