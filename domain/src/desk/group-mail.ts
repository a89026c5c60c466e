import type { Instant } from '../kernel/instant.ts'
import { usd, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import { listed, type Wording } from '../kernel/wording.ts'
import { isBlank, required } from '../roster/contact.ts'
import { checkEntry, type PersonRefusal } from '../roster/refusals.ts'

export const groupMailKinds = ['contract', 'news'] as const
/** About a contract: always sent. News: not to who unsubscribed, and with a link to unsubscribe. */
export type GroupMailKind = (typeof groupMailKinds)[number]

export const audienceStates = ['any', 'incomplete', 'completed', 'to_confirm', 'confirmed'] as const
export type AudienceStatus = (typeof audienceStates)[number]

/** The registrations whose accounts get a mail. Every condition narrows; a registration has to meet them all. */
export type Audience = {
  tour_date_ids: readonly number[]
  state: AudienceStatus
  /** Completed, with a balance due. */
  owes: boolean
  /** Completed, with nothing due. */
  paid_in_full: boolean
  lacks_waivers: boolean
  lacks_music: boolean
  /** With a dancer in the brand's Best Dancer program. */
  in_program: boolean
}

export type GroupMailState = 'draft' | 'scheduled' | 'sending' | 'sent' | 'canceled'

export type GroupMailRefusal =
  | { code: 'group_mail.cities'; field: 'audience.tour_date_ids' }
  | { code: 'group_mail.brands'; field: 'audience.tour_date_ids' }
  | { code: 'group_mail.field'; field: 'subject' | 'text'; name: string }
  | { code: 'group_mail.state'; state: GroupMailState }
  | { code: 'group_mail.past'; field: 'send_at' }
  | { code: 'group_mail.nobody' }
  | { code: 'group_mail.link_over' }

const stateWords: Record<GroupMailState, string> = {
  draft: 'still a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  sent: 'sent',
  canceled: 'canceled',
}

export const groupMailWording: Wording<GroupMailRefusal> = {
  'group_mail.cities': () => 'Please choose at least one city.',
  'group_mail.brands': () => 'Please choose cities of one brand. An email has the look of one brand.',
  'group_mail.field': ({ name }) =>
    `There is no field {${name}}. Use ${listed(Object.keys(groupMailFields).map((field) => `{${field}}`))}.`,
  'group_mail.state': ({ state }) => `This email is ${stateWords[state]}. Please reload the page.`,
  'group_mail.past': () => 'Please choose a time in the future.',
  'group_mail.nobody': () => 'No one matches. Please choose other cities or fewer conditions.',
  'group_mail.link_over': () => 'This link is incomplete. Please open it from the email again.',
}

/** The fields that a subject or text may name, '{first_name}', with an example of each. */
export const groupMailFields = {
  first_name: 'Grace',
  studio: 'Juniper Dance Collective',
  event: 'Radix',
  city: 'Dallas, TX',
  balance: '$1,240.00',
} as const
type FieldValues = Record<keyof typeof groupMailFields, string>

const fieldForm = /\{([^{}\n]{0,40})\}/g
const isField = (name: string): name is keyof FieldValues => Object.hasOwn(groupMailFields, name)

/** The first field that a text names and that does not exist. */
const unknownField = (text: string) =>
  [...text.matchAll(fieldForm)].map(([, name = '']) => name).find((one) => !isField(one))

export const fillFields = (text: string, values: FieldValues): string =>
  text.replaceAll(fieldForm, (whole, name: string) => (isField(name) ? values[name] : whole))

type GroupMailText = { subject: string; text: string }
export type GroupMailInput = GroupMailText & { kind: GroupMailKind; audience: Audience }
/** A city that exists, of those the audience names. */
type AudienceCity = { id: number; event_id: number; time_zone: string }

/** The mail with its brand and zone, which are those of the first city. */
export function planGroupMail(
  { subject, text, kind, audience }: GroupMailInput,
  cities: readonly AudienceCity[],
): Result<GroupMailInput & { event_id: number; time_zone: string }, GroupMailRefusal | PersonRefusal> {
  const [first] = cities
  const tour_date_ids = [...new Set(audience.tour_date_ids)]
  if (!first || cities.length < tour_date_ids.length) {
    return refuse({ code: 'group_mail.cities', field: 'audience.tour_date_ids' })
  }
  const { event_id, time_zone } = first
  if (cities.some((city) => city.event_id !== event_id)) {
    return refuse({ code: 'group_mail.brands', field: 'audience.tour_date_ids' })
  }
  const entry = checkEntry({
    ...(isBlank(subject) && { subject: required }),
    ...(isBlank(text) && { text: required }),
  })
  if (!entry.ok) return entry
  for (const [field, value] of [
    ['subject', subject],
    ['text', text],
  ] as const) {
    const name = unknownField(value)
    if (name !== undefined) return refuse({ code: 'group_mail.field', field, name })
  }
  const input = { subject: subject.trim(), text: text.trim(), kind, audience: { ...audience, tour_date_ids } }
  return accept({ ...input, event_id, time_zone })
}

type Sending = { state: GroupMailState; send_at: Instant | null; now: Instant; recipients: number }

/** The state and time with which a draft is sent: at a time, or now. */
export function planSending({
  state,
  send_at,
  now,
  recipients,
}: Sending): Result<{ state: 'scheduled'; send_at: Instant }, GroupMailRefusal> {
  if (state !== 'draft') return refuse({ code: 'group_mail.state', state })
  if (send_at !== null && send_at <= now) return refuse({ code: 'group_mail.past', field: 'send_at' })
  if (recipients === 0) return refuse({ code: 'group_mail.nobody' })
  return accept({ state: 'scheduled', send_at: send_at ?? now })
}

/** A scheduled mail becomes a draft again; of one that is being sent, who has no mail yet gets none. */
export function planCancel(state: GroupMailState): Result<'draft' | 'canceled', GroupMailRefusal> {
  if (state === 'scheduled') return accept('draft')
  if (state === 'sending') return accept('canceled')
  return refuse({ code: 'group_mail.state', state })
}

export const mayChange = (state: GroupMailState): boolean => state === 'draft'

/** Recipients of a batch, and the seconds between two: at most 200 mails a minute. */
export const batchSize = 100
export const batchSeconds = 30

type RecipientRegistration = { city: string; event: string; balance: Cents; fname: string; studio: string }

/** The values of one recipient, from the registrations for which the account was chosen. */
export function valuesOf(registrations: readonly RecipientRegistration[]): FieldValues {
  const [first] = registrations
  return {
    first_name: first?.fname ?? '',
    studio: first?.studio ?? '',
    event: first?.event ?? '',
    city: listed([...new Set(registrations.map(({ city }) => city))]),
    balance: usd(registrations.reduce((sum, { balance }) => sum + balance, 0) as Cents),
  }
}
