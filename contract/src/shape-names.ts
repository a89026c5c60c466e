import type { z } from 'zod'
import { signedInUser } from './accounts/accounts.ts'
import { attendeeDraft, presentedAttendee } from './registrations/attendees.ts'
import { nothing } from './endpoint.ts'
import { calendarDateField, centsField, instantField } from './fields.ts'
import { nominationCategories, nominationShape } from './registrations/nominations.ts'
import { changedLine, registrationChange, thingChange } from './registrations/changes.ts'
import { correctedAttendee } from './registrations/corrections.ts'
import { mediaObject } from './critiques/media.ts'
import { scoreSheet } from './judging/sheets.ts'
import { musicShape } from './music/music.ts'
import { deskLine } from './desk/desk.ts'
import { eventFields, officeEvent, officeSeason, prices } from './tours/office-events.ts'
import { officePayment, refundReply } from './payments/office-money.ts'
import { promoLine } from './payments/office-promo-codes.ts'
import { auditLine, officeMoney, paymentException, registrationLine } from './registrations/office-registrations.ts'
import { officeTourDate, placeFields } from './tours/office-tour-dates.ts'
import { attemptShape, billToShape, paymentShape, savedMethodShape } from './payments/payments.ts'
import { addressDraft, addressShape, contactEntry, contactsDraft, personShape } from './roster/people.ts'
import { fees, freeTeacher, quoteLine } from './registrations/quotes.ts'
import { registrationNotice, registrationShape, tally } from './registrations/registrations.ts'
import { documentShape } from './reports/reports.ts'
import { candidate, rosterPerson } from './roster/roster.ts'
import { previousDetail, routineDraft, presentedRoutine } from './registrations/routines.ts'
import { officeRunningOrder } from './running-order/running-order.ts'
import { staticLists } from './tours/static-data.ts'
import { studioContact, studioDraft, studioShape } from './accounts/studios.ts'
import {
  cityShape,
  eventShape,
  seasonShape,
  settingsShape,
  tourDateShape,
  venueShape,
  hotelShape,
} from './tours/tour-dates.ts'
import { ownWaitingEntry } from './waiting-list/waiting-list.ts'
import { waiverForm, waiverPerson, waiverRequest } from './waivers/waivers.ts'

const itemOf = <Item extends z.core.$ZodType>(list: z.ZodReadonly<z.ZodArray<Item>>): Item => list.unwrap().element

type Facts = { description?: string; format?: string; example?: unknown }

/**
 * The name under which the OpenAPI document describes a shape once for all its uses. Requests, responses and the
 * rows of a list are named after their call; all else that several calls share is named here, which a test checks.
 */
export const shapeNames: Readonly<Record<string, z.core.$ZodType>> = {
  Empty: nothing,
  Cents: centsField,
  CalendarDate: calendarDateField,
  Instant: instantField,
  Address: addressShape,
  AddressDraft: addressDraft,
  Contact: contactEntry,
  ContactDrafts: contactsDraft,
  Person: personShape,
  RosterPerson: rosterPerson,
  RosterCandidate: candidate,
  User: signedInUser,
  Studio: studioShape,
  StudioContact: studioContact,
  StudioDraft: studioDraft,
  StudioContactDraft: itemOf(studioDraft.shape.studio_contacts),
  Event: eventShape,
  EventSettings: settingsShape,
  Season: seasonShape,
  TourDate: tourDateShape,
  Venue: venueShape,
  Hotel: hotelShape,
  City: cityShape,
  Registration: registrationShape,
  Tally: tally,
  Fees: fees,
  FreeTeacher: freeTeacher,
  QuoteLine: quoteLine,
  Attendee: presentedAttendee,
  AttendeeDraft: attendeeDraft,
  CorrectedAttendee: correctedAttendee,
  RegistrationChange: registrationChange,
  ChangedThing: thingChange,
  ChangedLine: changedLine,
  Routine: presentedRoutine,
  RoutineDraft: routineDraft,
  PreviousRoutine: previousDetail,
  Nomination: nominationShape,
  NominationDetails: nominationShape.shape.details,
  NominationCategory: itemOf(nominationCategories),
  Music: musicShape,
  Media: mediaObject,
  ScoreSheet: scoreSheet,
  Payment: paymentShape,
  PaymentAttempt: attemptShape,
  BillTo: billToShape,
  SavedMethod: savedMethodShape,
  WaitingEntry: ownWaitingEntry,
  WaiverPerson: waiverPerson,
  WaiverForm: waiverForm,
  WaiverRequest: waiverRequest,
  Document: documentShape,
  RegistrationDates: registrationShape.shape.dates,
  RegistrationUser: registrationShape.shape.mybtf_user,
  RegistrationStudio: registrationShape.shape.studio.unwrap(),
  RegistrationPayment: itemOf(registrationShape.shape.payments),
  ResponsiblePerson: registrationShape.shape.ancillary_person.unwrap(),
  PromoCode: itemOf(registrationShape.shape.promo_codes),
  Credit: registrationShape.shape.credit.unwrap(),
  LeftOff: registrationShape.shape.left_off_details.unwrap(),
  Observers: registrationShape.shape.additional_observers,
  Hold: registrationShape.shape.hold.unwrap(),
  RegistrationNotice: registrationNotice,
  NamedItem: itemOf(staticLists.shape.genders),
  State: itemOf(staticLists.shape.states),
  Country: itemOf(staticLists.shape.countries),
  PersonType: itemOf(staticLists.shape.person_types),
  PaymentMethod: itemOf(staticLists.shape.payment_methods),
  CompetitionAward: itemOf(staticLists.shape.competition_awards),
  AgeDivision: itemOf(staticLists.shape.age_divisions),
  RoutineCategory: itemOf(staticLists.shape.routine_categories),
  PerformanceDivision: itemOf(staticLists.shape.performance_divisions),
  WorkshopLevel: itemOf(staticLists.shape.workshop_levels),
  VipType: itemOf(staticLists.shape.vip_types),
  JacketSize: itemOf(staticLists.shape.jacket_sizes),
  NominationGroup: itemOf(staticLists.shape.nominations),
  LevelPrices: cityShape.shape.workshop_levels.unwrap().element.shape.prices.shape.full,
  TourDateSettings: tourDateShape.shape.settings,
  TourDateAccountSettings: tourDateShape.shape.mybtf,
  TourDateWebSettings: tourDateShape.shape.web,
  EntryLimitRules: tourDateShape.shape.entry_limit_rules,
  EventDisplay: eventShape.shape.settings,
  OfficeRegistrationLine: registrationLine,
  OfficeDeskLine: deskLine,
  OfficeEvent: officeEvent,
  OfficeEventFields: eventFields,
  OfficeSeason: officeSeason,
  OfficePrices: prices,
  OfficeTourDate: officeTourDate,
  OfficePlace: placeFields,
  OfficePayment: officePayment,
  OfficeRunningOrder: officeRunningOrder,
  OfficeMoney: officeMoney,
  OfficePromoCode: promoLine,
  OfficeRefund: refundReply,
  PaymentException: paymentException,
  AuditEntry: auditLine,
}

/** Descriptions and examples of the named shapes, beside their schemas. */
export const shapeFacts: Readonly<Record<string, Facts>> = {
  Cents: { description: 'Whole US cents.', example: 5_000 },
  CalendarDate: { description: 'A day, YYYY-MM-DD.', example: '2024-11-22' },
  Instant: { description: 'A moment in UTC.', format: 'date-time', example: '2024-10-01T16:00:00.000Z' },
}
