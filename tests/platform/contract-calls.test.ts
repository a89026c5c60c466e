import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Stage } from '../kit.ts'
import { deviceHeadersFor, requestOf } from '../scenarios/request-of.ts'
import { worldTemplate } from '../scenarios/world-template.ts'
import { fieldsOf } from './request-fields.ts'

const { world, cast, copy } = await worldTemplate()
let shared: Stage
/** Where each call that writes finds the world as it was. */
let trial: Stage
beforeAll(async () => {
  shared = await copy()
  trial = await copy()
})

type Name = keyof typeof contract
type Row = [title: string, name: Name, sends: readonly string[], answers: readonly string[]]

const ownerOf = ({ example }: Endpoint) => cast[example(world).by ?? 'owner']
/** Calls that are made before there is a session. */
const asVisitor = ({ auth, method }: Endpoint) => auth === 'public' && method !== 'GET'

async function ask(stage: Stage, endpoint: Endpoint, user_id: number) {
  const request = requestOf(endpoint, endpoint.example(world))
  const device = deviceHeadersFor(endpoint.auth, world)
  const session = device ?? (user_id ? await stage.sessionOf(user_id) : {})
  return stage.app.inject({ ...request, headers: { ...request.headers, ...session } })
}

const account = [
  'id',
  'token',
  'email',
  'confirmed',
  'studio_id',
  'studio_account',
  'previous_studio_id',
  'person.fname',
  'person.lname',
  'studio.name',
  'hints',
  'supported_browser',
  'payment_methods.card.0.billing_id',
  'payment_methods.bank',
]
const ofAccount = account.map((key) => `user.${key}`)
const ofNewAccount = ['user.id', 'user.email', 'user.confirmed', 'user.person.fname', 'user.hints', 'token']
const record = [
  'id',
  'version',
  'tour_date.id',
  'mybtf_user.email',
  'studio.name',
  'attendees',
  'left_off',
  'left_off_details',
  'competitionCodeWaiver',
  'is_competing',
  'paying_by_check',
  'competition_deposit_routines',
  'additional_observers.one',
  'fees',
  'dates.created',
]
const person = ['person.id', 'person.fname', 'person.address', 'person.parent', 'person.contact_info']
const routine = [
  'routine.id',
  'routine.fee',
  'routine.routine.name',
  'routine.registration_id',
  'routine.level',
  'routine.music',
  'routine.attendees.0.person_id',
  'routine.attendees.0.person.fname',
  'routine.attendees.0.one_day',
]

const reads: Row[] = [
  ['API-046 C003 who a token belongs to', 'authenticate', ['token'], account],
  [
    'API-052 C013 studios by a part of their name',
    'findStudios',
    ['searchText'],
    ['0.id', '0.name', '0.city', '0.state', '0.claimed'],
  ],
  [
    'API-053 C014 one studio, its email masked',
    'readStudio',
    ['id'],
    ['id', 'claimed', 'name', 'primary_mybtf_user.email'],
  ],
  [
    'API-058 C022 the cities of an event',
    'listTours',
    ['event_id', 'current_season_id'],
    ['0.coming_soon', '0.canceled', '0.postponed', '0.venue', '0.deadlines', '0.is_exempt'],
  ],
  [
    'API-059 C023 the account’s registrations of a season',
    'listSeasonRegistrations',
    ['mybtf_user_id', 'event_id', 'season_id'],
    ['0.id', '0.tour_date_id', '0.completed', '0.confirmed', '0.editing', '0.left_off'],
  ],
  ['API-003 C025 one registration with everything in it', 'readRegistration', ['id'], record],
  [
    'API-007 C035 the roster',
    'readRoster',
    ['mybtf_user_id'],
    ['0.id', '0.address', '0.parent', '0.contact_info', '0.reminder_email', '0.age', '0.waivers'],
  ],
  [
    'API-011 C039 every list',
    'readStaticData',
    ['event_id', 'season_id'],
    [
      'states',
      'countries',
      'genders',
      'competition_awards',
      'age_divisions.0.level_id',
      'age_divisions.0.minimum_age',
      'routine_categories.0.category_id',
      'routine_categories.0.min_dancers',
      'routine_categories.0.fee_per_dancer',
      'routine_categories.0.abbreviation',
      'performance_divisions',
      'workshop_levels',
      'vip_types',
      'jacket_sizes',
      'nominations',
    ],
  ],
  ['API-012 C040 the lists that are named', 'readSomeStaticData', ['tables', 'event_id', 'season_id'], []],
  [
    'API-016 C043 what media passes cost',
    'calculateMediaPassFees',
    ['registration_id', 'season_id', 'studio_id', 'attendees.media_pass', 'attendees.person_id'],
    ['media_pass_fees', 'attendees.0.id', 'attendees.0.media_pass', 'attendees.0.media_pass_old'],
  ],
  [
    'API-017 C044 a signed place for a student ID',
    'studentIdPlace',
    ['name', 'type', 'operation'],
    ['signedRequest', 'url'],
  ],
  [
    'API-025 C054 the limit on solos, in camel case as printed',
    'soloLimit',
    ['tour_date_id'],
    ['soloLimitReached', 'soloLimitLeft', 'soloLimitSet'],
  ],
  [
    'API-033 C063 a promo code',
    'findPromoCode',
    ['code', 'event_id'],
    ['code', 'type', 'value', 'percentage', 'unique'],
  ],
  [
    'API-035 PAY-015 C065 the saved cards and accounts',
    'savedMethods',
    ['mybtf_user_id'],
    ['card.0.billing_id', 'card.0.last_four', 'card.0.details.state', 'bank'],
  ],
  ['API-041 C080 the snapshots of a confirmation', 'listSnapshots', ['registration_id'], ['0.id', '0.created']],
]

const writes: Row[] = [
  [
    'API-044 C001 sign up',
    'signUp',
    ['person.fname', 'person.lname', 'person.person_type_id', 'user.email', 'user.password', 'event'],
    ofNewAccount,
  ],
  ['API-045 C002 sign in', 'signIn', ['email', 'password'], ['token', ...ofAccount]],
  ['API-047 C005 confirm an email address', 'confirmEmail', ['user.id', 'user.token', 'event'], ['user.confirmed']],
  ['API-080 C006 the confirmation mail again', 'resendConfirmation', ['user_id', 'email', 'event'], ['sent']],
  ['API-048 C007 a link to choose a new password', 'forgotPassword', ['email', 'event_name'], ['sent']],
  ['API-048 C008 the new password', 'resetPassword', ['token', 'password', 'password2'], ['email']],
  ['API-049 C009 another email address', 'changeEmail', ['id', 'email', 'password'], account],
  ['API-050 C010 another password', 'changePassword', ['id', 'password', 'old_password'], ['email']],
  ['API-051 C011 the help that was put away', 'saveHints', ['id', 'hints'], ['hints.roster_intro']],
  [
    'API-015 C012 contact information',
    'saveContactInfo',
    ['id', 'fname', 'lname', 'address.city', 'phone.value', 'email.value', 'person_type_id'],
    ['person.id', 'person.fname', 'person.address'],
  ],
  [
    'API-054 C015 the studio a set-up link is for',
    'openSetup',
    ['token'],
    ['id', 'name', 'studio_contacts', 'primary_mybtf_user.email'],
  ],
  ['API-055 C016 claim a studio', 'setUpAccount', ['password', 'password2', 'studio_id', 'token'], ['email']],
  [
    'API-056 C017 a new studio and its account',
    'signUpStudio',
    [
      'studio.name',
      'studio.address.city',
      'studio.phone',
      'studio.website',
      'studio.email',
      'studio.studio_contacts.fname',
      'studio.primary_mybtf_user.email',
      'studio.primary_mybtf_user.password',
      'studio.primary_mybtf_user.password2',
    ],
    ['exists', 'id', 'user'],
  ],
  ['API-057 C018 the set-up mail', 'sendSetupEmail', ['id', 'email', 'event'], []],
  [
    'API-002 C024 begin a registration',
    'createRegistration',
    ['tour_date_id', 'left_off_details', 'mybtf_user_id', 'studio_id', 'ancillary', 'full_rates', 'late_rates'],
    record,
  ],
  ['API-018 C028 delete a registration', 'deleteRegistration', ['id'], []],
  [
    'API-039 C029 complete a registration',
    'completeRegistration',
    ['registration_id', 'season_id', 'studio_id', 'attendees.id', 'attendees.person_id', 'attendees.media_pass'],
    ['registration.completed', 'snapshot_id'],
  ],
  [
    'API-081 C034 who answers for a registration',
    'saveAncillaryPerson',
    ['person.fname', 'person.lname', 'person.address', 'person.phone', 'person.email', 'registration_id'],
    ['person.fname', 'person.phone'],
  ],
  [
    'API-008 C036 add a person to the roster',
    'addToRoster',
    ['person.fname', 'mybtf_user_id', 'studio_id', 'previous_studio_id', 'skipFuzzy'],
    person,
  ],
  ['API-009 C037 change a person of the roster', 'saveRosterPerson', ['person.id', 'person.fname'], person],
  ['API-010 C038 take a person off the roster', 'removeFromRoster', ['person_id', 'mybtf_user_id'], []],
  [
    'API-014 C041 the people of a registration',
    'saveAttendees',
    [
      'id',
      'left_off',
      'attendees.person_id',
      'comp_room',
      'beat_street',
      'additional_observers.one',
      'additional_observers.two',
      'group',
    ],
    ['attendees', 'routines.0.id'],
  ],
  [
    'API-013 C042 one attendee',
    'saveAttendee',
    ['id', 'workshop_level_id', 'media_pass', 'jacket_size_id'],
    ['attendee.id', 'attendee.fee', 'attendee.workshop_level.level'],
  ],
  [
    'API-022 C051 enter a routine',
    'addRoutine',
    ['registration_id', 'routine.name', 'attendees.person_id', 'performance_division_id'],
    routine,
  ],
  [
    'API-023 C052 change a routine',
    'changeRoutine',
    ['id', 'routine.name', 'attendees.person_id', 'extra_time', 'has_prop'],
    routine,
  ],
  [
    'API-026 C056 what is nominated',
    'saveNominations',
    ['id', 'has_soty', 'nomination_routines.nomination_type_id', 'nomination_routines.registrations_routine_id'],
    [
      'nomination_routines.0.nomination_type_id',
      'nomination_routines.0.registrations_routine_id',
      'nomination_routines.0.details.outside',
    ],
  ],
  ['API-043 C045 the form of a scholarship donation', 'saveScholarshipDonation', [], ['id']],
  ['API-024 C053 take a routine out', 'removeRoutine', ['id', 'registration_id'], []],
  [
    'API-032 C062 apply promo codes',
    'applyPromoCodes',
    ['registration_id', 'promo_codes', 'sendEmployeeEmail'],
    ['promo_codes.0.code', 'promo_codes.0.amount'],
  ],
  [
    'API-034 C064 credit and vouchers',
    'applyCredit',
    [
      'credit.from',
      'credit.amount',
      'vouchers.from',
      'vouchers.amount',
      'studio_id',
      'mybtf_user_id',
      'registration_id',
      'sendEmployeeEmail',
    ],
    ['credit', 'balance'],
  ],
  [
    'API-036 C066 pay by card, in camel case as printed',
    'payByGateway',
    [
      'amount',
      'studio_id',
      'mybtf_user_id',
      'registration_id',
      'sendEmployeeEmail',
      'paymentProfile.billTo',
      'paymentProfile.token',
      'paymentProfile.saveProfile',
      'paymentProfile.billing_id',
      'editing',
      'event',
      'city',
      'event_id',
      'paymentMethodId',
    ],
    ['payment.id', 'payment.amount'],
  ],
  [
    'API-040 C079 keep a snapshot of the confirmation',
    'addSnapshot',
    ['mybtf_user_id', 'registration_id'],
    ['id', 'created'],
  ],
  [
    'API-042 C081 a short-lived token for a report',
    'reportToken',
    ['registration_id', 'registrations_confirmation_id'],
    ['token'],
  ],
]

function check([title, name, sends, answers]: Row, { statusCode, body, headers }: Awaited<ReturnType<typeof ask>>) {
  const endpoint: Endpoint = contract[name]
  const acceptedFields = [endpoint.params, endpoint.query, endpoint.body].flatMap(fieldsOf)
  expect(acceptedFields, `${title}: what may be sent`).toEqual(expect.arrayContaining([...sends]))
  expect(title, 'the number of the catalogue').toContain(endpoint.catalogue)
  expect(statusCode, body).toBe(endpoint.status)
  if (endpoint.status === 204) return expect(body).toBe('')
  expect(headers['content-type']).toContain('application/json')
  const reply = JSON.parse(body)
  z.parse(endpoint.reply, reply)
  for (const key of answers) expect(reply, `${title}: ${key}`).toHaveProperty(key)
}

/** Signed-out callers get no data, except from public calls. */
async function refusesStrangers(endpoint: Endpoint) {
  if (endpoint.auth === 'public') return
  expect((await ask(shared, endpoint, 0)).statusCode).toBe(401)
}

describe('calls that read', () => {
  test.each(reads)('%s', async (...row) => {
    const endpoint: Endpoint = contract[row[1]]
    check(row, await ask(shared, endpoint, asVisitor(endpoint) ? 0 : ownerOf(endpoint)))
    await refusesStrangers(endpoint)
  })
})

describe('calls that write, each on the world as it was', () => {
  test.each(writes)('%s', async (...row) => {
    const endpoint: Endpoint = contract[row[1]]
    await refusesStrangers(endpoint)
    await trial.startOver()
    check(row, await ask(trial, endpoint, asVisitor(endpoint) ? 0 : ownerOf(endpoint)))
  })
})

test.each([
  [
    'API-037 C067 PayPal is refused while it is switched off',
    'payByPayPal',
    ['nonce', 'amount', 'registration_id'],
    ['payment'],
  ],
  [
    'API-038 C068 a PayPal session has clientToken and env, and is refused while it is switched off',
    'payPalSession',
    ['registration_id'],
    ['clientToken', 'env'],
  ],
] satisfies Row[])('%s', async (...[title, name, sends, answers]) => {
  const endpoint: Endpoint = contract[name]
  expect(title).toContain(endpoint.catalogue)
  expect([endpoint.query, endpoint.body].flatMap(fieldsOf)).toEqual(expect.arrayContaining([...sends]))
  expect(fieldsOf(endpoint.reply)).toEqual(expect.arrayContaining([...answers]))
  await refusesStrangers(endpoint)
  const reply = await ask(shared, endpoint, cast.owner)
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'payment_method_disabled'])
})
