import { listed } from '../kernel/wording.ts'
import type { AuditAction } from '../platform/audit-actions.ts'
import { settingDefinitions } from '../tours/settings/registry.ts'
import { changesOf, quote, valueText, type AuditEntry } from './audit-changes.ts'
import { isRecord, referenceKey, subjectOf } from './audit-references.ts'

/** The parts of a sentence: its subject, and the row's values in words. */
type SentenceParts = {
  /** 'the city Radix Dallas'; 'this city' on the page of the city itself. */
  subject: string
  /** The name alone, without its noun. */
  name: string
  /** The field's value after, in words. */
  to: (field: string) => string
  from: (field: string) => string
  /** Whether the value before or after has the field. */
  has: (field: string) => boolean
  hasAfter: (field: string) => boolean
  /** 'birthdate from 1/2/2012 to 1/3/2012'; empty when nothing differs. */
  changes: string
  count: (field: string, one: string, many: string) => string
}

type Sentence = (parts: SentenceParts) => string

const nouns: Readonly<Record<string, string>> = {
  registration: 'the registration of',
  tour_date: 'the city',
  event: 'the event',
  season: 'the season',
  person: 'the person',
  attendance: 'the attendance of',
  user: 'the account of',
  studio: 'the studio',
  promo_code: 'the promo code',
  waiver_type: 'the waiver',
  waiver: 'the waiver of',
  scholarship: 'the scholarship of',
  news: 'the news of',
  mail: 'the email to',
  group_mail: 'the email',
  running_order: 'the running order of',
  results: 'the results of',
  judging: 'the judging of',
  routine: 'the routine',
  judge: 'the judge',
  score_scale: 'the score scale',
  setting: 'the setting',
  legal_text: 'the legal text',
  payment_exception: 'a payment question',
}

const describeChange: Sentence = ({ subject, changes }) =>
  changes === '' ? `saved ${subject} without a change` : `changed ${subject}: ${changes}`
const describeCreation: Sentence = ({ subject }) => `created ${subject}`
const describeDeletion: Sentence = ({ subject }) => `deleted ${subject}`
const fromTo = ({ from, to }: SentenceParts, field: string) => `from ${from(field)} to ${to(field)}`
/** The judge of a mark; rows of earlier versions name none. */
const ofJudge = ({ to, has }: Pick<SentenceParts, 'to' | 'has'>) =>
  has('judge_seat_id') ? `, ${to('judge_seat_id')}` : ''
const inSeason: Sentence = ({ to }) => `in the season ${to('season_id')}`
const describeDecision =
  (verb: string, field: 'routine' | 'person'): Sentence =>
  ({ subject, to }) =>
    `${verb} the waiting ${field} ${to(field)} in ${subject}`

/** The sentence of each audited action, without the actor before it and the reason behind it. OFF-051. */
export const auditSentences: Readonly<Record<AuditAction, Sentence>> = {
  'confirm registration': ({ subject }) => `confirmed ${subject}`,
  'take confirmation back': ({ subject }) => `undid the confirmation of ${subject}`,
  'delete registration': describeDeletion,
  'bring registration back': ({ subject }) => `restored ${subject}`,
  'note on registration': ({ subject, from, to }) =>
    `changed the notes on ${subject} from ${from('notes')} to ${to('notes')}`,
  'give complimentary observers': (parts) =>
    `changed the complimentary observers of ${parts.subject} ${fromTo(parts, 'observers_complimentary')}`,
  'clear observers of the edit': ({ subject, from }) =>
    `cleared the observers that the owner’s edit of ${subject} asked for: ${from('observers_one')} for one day, ${from('observers_two')} for two days`,
  'mark registration viewed': ({ subject }) => `marked ${subject} as viewed`,
  'mark registration not viewed': ({ subject }) => `marked ${subject} as not viewed`,
  'correct registration': (parts) =>
    `corrected ${parts.subject}: total ${fromTo(parts, 'total')}, balance ${fromTo(parts, 'balance')}`,
  'begin office edit': ({ subject }) => `started to edit ${subject} for its owner`,
  'discard office edit': ({ subject }) => `discarded the office’s edit of ${subject}`,
  'add person for owner': ({ subject }) => `added ${subject} to the roster of a registration’s owner`,
  'change nominations': ({ subject, changes }) => `changed the nominations of ${subject}${changes && `: ${changes}`}`,
  'verify student ID': ({ subject, to }) => `verified the student ID of ${to('attendee_id')} in ${subject}`,
  'reject student ID': ({ subject, to }) => `rejected the student ID of ${to('attendee_id')} in ${subject}`,
  'approve waiting routine': describeDecision('approved', 'routine'),
  'refuse waiting routine': describeDecision('refused', 'routine'),
  'approve waiting person': describeDecision('approved', 'person'),
  'refuse waiting person': describeDecision('refused', 'person'),
  'add waiting routine': ({ subject, to }) => `put the routine ${to('routine')} on the waiting list for ${subject}`,
  'add to waiting list': ({ subject, to }) => `put ${to('entry')} on the waiting list for ${subject}`,
  'take off waiting list': ({ subject, from }) => `took ${from('entry')} off the waiting list for ${subject}`,
  'move in waiting list': ({ subject, from, to }) =>
    `moved ${from('entry')} of ${subject} in the waiting list from place ${from('place')} to ${
      to('before') === 'last' ? 'the end' : `before ${to('before')}`
    }`,
  'record payment': (parts) =>
    `recorded a payment of ${parts.to('amount')} (${parts.to('payment_method_id')}) for ${parts.subject}: paid ${fromTo(parts, 'paid')}`,
  'record refund': (parts) =>
    `recorded a refund of ${parts.to('amount').replace('-', '')} (${parts.to('payment_method_id')}) for ${parts.subject}: paid ${fromTo(parts, 'paid')}`,
  'refund payment': ({ subject, from, to }) =>
    `refunded ${to('given_back')} of a payment of ${from('amount')} for ${subject}`,
  'record returned payment': (parts) =>
    `recorded that the bank returned a payment of ${parts.from('amount')} for ${parts.subject}: paid ${fromTo(parts, 'paid')}, fee ${parts.to('fee')}`,
  'record disputed payment': (parts) =>
    `recorded that a payment of ${parts.from('amount')} for ${parts.subject} is disputed: paid ${fromTo(parts, 'paid')}, fee ${parts.to('fee')}`,
  'take back payment': (parts) =>
    `took back a payment of ${parts.from('amount')} for ${parts.subject} that was recorded by mistake: paid ${fromTo(parts, 'paid')}`,
  'settle payment question': ({ subject, to }) =>
    `settled a payment question of ${subject}: ${to('kind')}, ${to('detail')}`,
  'verify credit': ({ subject, to }) => `verified a credit of ${to('amount')} for ${subject}`,
  'reject credit': ({ subject, to }) => `rejected a credit of ${to('amount')} for ${subject}`,
  'create promo code': ({ to }) =>
    `created the promo code ${to('code')} worth ${to('value')} of the ${to('type')} price in the season ${to('season_id')}`,
  'change promo code': describeChange,
  'delete promo code': ({ from }) => `deleted the promo code ${from('code')} worth ${from('value')}`,
  'compare with the gateway': ({ to }) => `compared the payments with the payment gateway: ${to('outcome')}`,
  'check the ledger': ({ count }) => `checked the ledger and found ${count('faults', 'difference', 'differences')}`,
  'correct person': describeChange,
  'give person an owner': ({ subject, to }) => `made ${to('owner_user_id')} the owner of ${subject}`,
  'record scholarship': (parts) =>
    `gave ${parts.to('person_id')} a scholarship of ${parts.to('amount')} ${inSeason(parts)}`,
  'change scholarship': describeChange,
  'delete scholarship': ({ from }) =>
    `deleted the scholarship of ${from('amount')} of ${from('person_id')} in the season ${from('season_id')}`,
  'record attendance': (parts) =>
    `changed whether ${parts.name} attended ${inSeason(parts)} ${fromTo(parts, 'attended')}`,
  'delete attendance': (parts) => `deleted the attendance of ${parts.name} ${inSeason(parts)}`,
  'create studio': describeCreation,
  'correct studio': describeChange,
  'change studio': describeChange,
  'change exemption': (parts) =>
    `changed whether ${parts.name} may register in passed and sold-out cities ${fromTo(parts, 'exempt')}`,
  'reset second step': ({ name }) => `reset the second sign-in step of ${name}`,
  'change role': (parts) => `changed the role of ${parts.name} ${fromTo(parts, 'role')}`,
  'invite account': ({ to }) => `invited ${to('email')} to the office with the role ${to('role')}`,
  'send invitation again': ({ to }) => `sent the invitation of ${to('email')} again`,
  'withdraw invitation': ({ from }) => `withdrew the invitation of ${from('email')}`,
  'accept invitation': ({ to }) => `accepted the invitation to the office with the role ${to('role')}`,
  'end account': (parts) => `ended the account of ${parts.name}, whose role was ${parts.from('role')}`,
  'create waiver': ({ to }) => `created the waiver ${to('name')}`,
  'change waiver': describeChange,
  'new words of a waiver': ({ subject, to }) => `changed the text of ${subject}: version ${to('version')}`,
  'ask for waivers': ({ subject, to, has, count }) =>
    `sent ${count('mails', 'email', 'emails')} asking for waivers of ${has('registration_id') ? `${to('registration_id')} in ` : ''}${subject}`,
  'undo waiver': ({ subject, from, has }) =>
    `removed ${subject}${has('signer_name') ? `, signed by ${from('signer_name')} on ${has('signed_on') ? from('signed_on') : from('signed_at')}` : ''}`,
  'record paper waiver': ({ subject, to }) =>
    `recorded ${subject} on paper, signed by ${to('signer_name')} on ${to('signed_on')}`,
  'new words of a legal text': ({ subject, to }) => `changed the text of ${subject}: version ${to('version')}`,
  'send mail again': ({ subject }) => `sent ${subject} again`,
  'save view': ({ to }) => `saved the view ${to('name')} of the list ${to('list')}`,
  'delete view': ({ from }) => `deleted the view ${from('name')} of the list ${from('list')}`,
  'save export': ({ to }) => `saved the export ${to('name')} of the list ${to('list')}: ${to('schedule')}`,
  'delete export': ({ from }) => `deleted the export ${from('name')}`,
  'write group mail': ({ to }) => `wrote a group email: ${to('subject')}`,
  'change group mail': ({ name, changes }) =>
    changes === '' ? `saved the email ${name} without a change` : `changed the email ${name}: ${changes}`,
  'delete group mail': ({ from }) => `deleted the draft of a group email: ${from('subject')}`,
  'test group mail': ({ name }) => `sent a test of the email ${name} to themselves`,
  'send group mail': ({ name, to, count }) =>
    `set the email ${name} to go to ${count('recipients', 'account', 'accounts')} on ${to('send_at')}`,
  'cancel group mail': ({ name }) => `canceled the email ${name}`,
  'begin season': describeCreation,
  'change season': describeChange,
  'copy season': ({ subject, to }) => `created ${subject} as a copy of ${to('from_season_id')}`,
  'undo season copy': ({ subject, count }) =>
    `undid the copy into ${subject} and deleted ${count('cities', 'city', 'cities')}`,
  'delete season': ({ from }) => `deleted the season ${from('name')}`,
  'begin event': describeCreation,
  'change event': describeChange,
  'add logo': ({ subject }) => `added a logo to ${subject}`,
  'remove logo': ({ subject }) => `removed the logo of ${subject}`,
  'copy event': ({ subject, from }) => `created ${subject} as a copy of ${from('copied_from')}`,
  'publish event': ({ subject }) => `published ${subject}`,
  'unpublish event': ({ subject }) => `made ${subject} a draft again`,
  'delete event': ({ from }) => `deleted the event ${from('name')}`,
  'change prices': ({ subject, changes }) =>
    changes === '' ? `saved the prices of ${subject} without a change` : `changed the prices of ${subject}: ${changes}`,
  'open city': describeCreation,
  'change city': describeChange,
  'copy city': ({ subject, from }) => `created ${subject} as a copy of ${from('copied_from')}`,
  'publish city': ({ subject }) => `published ${subject}`,
  'unpublish city': ({ subject }) => `made ${subject} a draft again`,
  'delete city': ({ from }) => `deleted the city ${from('name')}`,
  'publish news': ({ to }) => `published news for ${to('tour_date_id')} on ${to('date')}: ${to('text')}`,
  'change news': describeChange,
  'take back news': ({ from }) => `removed the news of ${from('date')}: ${from('text')}`,
  'add media pass': ({ subject, to }) => `added the media pass ${to('name')} to ${subject}`,
  'take back media pass': ({ subject, from }) => `removed the media pass ${from('name')} of ${subject}`,
  'give access codes': ({ subject, count }) => `changed ${count('codes', 'access code', 'access codes')} of ${subject}`,
  'issue access codes': ({ subject, count }) =>
    `issued ${count('issued', 'access code', 'access codes')} for ${subject}`,
  'draft running order': ({ subject, count }) =>
    `drafted ${subject} with ${count('placed', 'routine', 'routines')} placed`,
  'move running order': ({ subject, count }) => `moved ${count('moves', 'entry', 'entries')} in ${subject}`,
  'publish running order': ({ subject, to, count }) =>
    `published ${subject}: version ${to('version')}, ${count('entries', 'entry', 'entries')}, ${count('mailed', 'email', 'emails')}`,
  'add block': ({ subject, to }) => `added the block ${to('name')} at ${to('starts_at')} to ${subject}`,
  'change block': ({ subject, from, changes }) => `changed the block ${from('name')} of ${subject}: ${changes}`,
  'remove block': ({ subject, from }) => `removed the block ${from('name')} from ${subject}`,
  'change stage': ({ subject, count }) => `changed the state of ${count('changes', 'entry', 'entries')} in ${subject}`,
  'change order readers': ({ subject, changes }) =>
    changes === '' ? `saved who may read ${subject} without a change` : `changed who may read ${subject}: ${changes}`,
  'answer entry request': ({ subject, to, hasAfter }) =>
    hasAfter('answer')
      ? `answered the request for ${to('entry')} in ${subject}: ${to('answer')}`
      : `removed the answer to the request for ${to('entry')} in ${subject}`,
  'add display': ({ subject, to }) => `made a link for the hall screen ${to('label')} of ${subject}`,
  'remove display': ({ subject, from }) => `ended the link of the hall screen ${from('label')} of ${subject}`,
  'add critique item': ({ to }) => `added ${to('name')} to the vocabulary of critiques`,
  'change critique item': ({ from, changes }) =>
    `changed ${from('name')} of the vocabulary of critiques${changes && `: ${changes}`}`,
  'remove critique item': ({ from }) => `removed ${from('name')} from the vocabulary of critiques`,
  'add media': ({ to }) => `started to upload ${to('name')}`,
  'assign media': ({ name, to, hasAfter }) =>
    `assigned ${to('name') || name} to entry ${to('number')}${hasAfter('seat') ? `, seat ${to('seat')}` : ''}`,
  'shift media': ({ to, hasAfter }) =>
    `moved the recording ${to('name')} ${hasAfter('shift_ms') ? `to ${to('shift_ms')} ms after its video` : 'back to its recorded time'}`,
  'withhold media': ({ to, hasAfter }) =>
    hasAfter('reason') ? `withheld the recording ${to('name')}` : `showed the recording ${to('name')} again`,
  'retry media': ({ to }) => `had ${to('name')} processed again`,
  'remove media': ({ from }) => `deleted the recording ${from('name')}`,
  'change critique': ({ subject, changes }) =>
    changes === '' ? `saved a critique of ${subject} without a change` : `changed a critique of ${subject}: ${changes}`,
  'add homework': ({ to }) => `added ${to('name')} to the homework library`,
  'change homework': ({ from, changes }) =>
    `changed ${from('name')} of the homework library${changes && `: ${changes}`}`,
  'remove homework': ({ from }) => `removed ${from('name')} from the homework library`,
  'set routine homework': ({ subject, count }) =>
    `set ${count('homework', 'video', 'videos')} as homework of ${subject}`,
  'begin survey': ({ subject, to, has }) =>
    `began ${subject} for the season ${to('season_id')}${has('from') ? ` as a copy of version ${to('from')}` : ''}`,
  'change survey': (parts) => `changed ${parts.subject} ${fromTo(parts, 'state')}`,
  'change survey question': ({ subject, from, has, to, changes }) =>
    !has('question') || changes === ''
      ? `saved a question of ${subject} without a change`
      : `changed a question of ${subject} from ${from('question')} to ${to('question')}: ${changes}`,
  'change survey labels': ({ subject, changes }) =>
    changes === ''
      ? `saved the rating labels of ${subject} without a change`
      : `changed the rating labels of ${subject}: ${changes}`,
  'change workshop classes': (parts) => `changed the classes of ${parts.subject} ${fromTo(parts, 'classes')}`,
  'add award': ({ subject, to }) => `added the award ${to('name')} to ${subject}`,
  'change award': ({ subject, from, changes }) => `changed the award ${from('name')} in ${subject}: ${changes}`,
  'pick award': ({ subject, to, count }) =>
    `saved ${count('picks', 'pick', 'picks')} of the award ${to('name')} in ${subject}`,
  'change levels': ({ subject, to, count }) =>
    `saved ${count('levels', 'level', 'levels')} of the ${to('of')} for ${subject}`,
  'propose release': ({ subject, to, count }) =>
    `proposed the release of ${to('part')} in ${subject}, accepting ${count('accepted', 'warning', 'warnings')}`,
  'take proposal back': ({ subject, from }) => `withdrew the proposed release of ${from('part')} in ${subject}`,
  'confirm release': ({ subject, to, has }) =>
    `confirmed the release of ${to('part')} in ${subject}: version ${to('version')}, shown ${
      has('awaits') ? `after ${to('awaits')}` : `from ${to('embargo_until')}`
    }`,
  'finish awards': ({ subject, to }) => `confirmed that ${to('block')} in ${subject} are done`,
  'release now': ({ subject, to }) => `ended the embargo on ${to('part')} in ${subject}`,
  'withdraw release': ({ subject, from }) => `withdrew version ${from('version')} of ${from('part')} in ${subject}`,
  'add judge': ({ to }) => `added the judge ${to('name')}`,
  'add judge picture': ({ to }) => `added a ${to('kind')} of the judge ${to('name')}`,
  'remove judge picture': ({ to }) => `removed the ${to('kind')} of the judge ${to('name')}`,
  'change judge': ({ from, changes }) => `changed the judge ${from('name')}: ${changes}`,
  'add score scale': ({ to }) => `added the score scale ${to('name')}`,
  'change score scale': ({ from, changes }) => `changed the score scale ${from('name')}: ${changes}`,
  'add panel': ({ subject, to, count }) =>
    `added the panel ${to('name')} with ${count('seats', 'seat', 'seats')} to ${subject}`,
  'change panel': ({ subject, from, changes }) => `changed the panel ${from('name')} of ${subject}: ${changes}`,
  'remove panel': ({ subject, from }) => `removed the panel ${from('name')} from ${subject}`,
  'set recusals': ({ subject, to, count }) =>
    `set ${count('recusals', 'recusal', 'recusals')} of the panel ${to('name')} in ${subject}`,
  'assign panel': ({ subject, to }) => `chose the panel of the block ${to('name')} in ${subject}`,
  'enter score': ({ to, has }) =>
    `typed ${has('points') ? `a mark of ${to('points')}` : 'an abstention'} from paper for ${to('entry')}${ofJudge({ to, has })}`,
  'import scores': ({ subject, count }) => `imported ${count('sheets', 'score', 'scores')} into ${subject}`,
  'receive sheets': ({ subject, to, count }) =>
    `took in ${count('sheets', 'sheet', 'sheets')} of judge ${to('position')} of ${to('panel')} in ${subject}`,
  'confirm scores': ({ subject, count }) => `confirmed ${count('sheets', 'score', 'scores')} in ${subject}`,
  'reject scores': ({ subject, count }) => `rejected ${count('sheets', 'score', 'scores')} in ${subject}`,
  'substitute score': ({ to, has }) => `entered a substitute mark for ${to('entry')}${ofJudge({ to, has })}`,
  'choose score': ({ to, has }) =>
    `chose ${has('points') ? `the mark ${to('points')}` : 'the abstention'} of two contested ones for ${to('entry')}${ofJudge({ to, has })}`,
  'reopen score': ({ to, has }) => `reopened a mark of a locked block for ${to('entry')}${ofJudge({ to, has })}`,
  'swap scores': ({ to, has }) =>
    `swapped the marks of ${to('entry')} and ${to('other_entry')}${has('judge_seat_ids') ? `, ${to('judge_seat_ids')}` : ''}`,
  'keep office items': ({ subject, to }) =>
    `sent a later mark of ${subject}; it keeps what the office had set: ${to('items')}`,
  'replace office items': ({ subject, from, to }) =>
    `sent a later mark of ${subject}; it changes what the office had set from ${from('items')} to ${to('items')}`,
  'add deduction': ({ to }) => `deducted ${to('points')} points from ${to('entry')}: ${to('code')}`,
  'void deduction': ({ from }) =>
    `undid the deduction of ${from('points')} points from ${from('entry')}: ${from('code')}`,
  'lock block': ({ subject, to }) => `locked the block ${to('name')} in ${subject}`,
  'unlock block': ({ subject, to }) => `unlocked the block ${to('name')} in ${subject}`,
  'offer pairing': ({ subject, to }) =>
    `created a code to pair a device with seat ${to('position')} of ${to('panel')} in ${subject}`,
  'revoke device': ({ subject, from }) =>
    `disconnected the device of seat ${from('position')} of ${from('panel')} in ${subject}`,
  'enter audition score': ({ subject }) => `typed an audition score from paper in ${subject}`,
  'confirm audition scores': ({ subject, count }) =>
    `confirmed ${count('sheets', 'audition score', 'audition scores')} in ${subject}`,
  'reject audition scores': ({ subject, count }) =>
    `rejected ${count('sheets', 'audition score', 'audition scores')} in ${subject}`,
  'change list': ({ subject, changes }) =>
    changes === '' ? `saved ${subject} without a change` : `changed ${subject}: ${changes}`,
  'change setting': (parts) => `changed ${parts.subject} ${fromTo(parts, 'value')}`,
  'use inherited setting': ({ subject, from }) => `removed ${from('value')} from ${subject}, so the wider value holds`,
}

/** How many changes a sentence tells; the rest stands in the details. */
const changeLimit = 4

function changesText(entry: AuditEntry): string {
  const lines = changesOf(entry).map(({ label, from, to }) =>
    from === null ? `${label} ${to}` : `${label} from ${from} to ${to}`,
  )
  const more = lines.length - changeLimit
  return [...lines.slice(0, changeLimit), ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

const places = ['tour_date_id', 'event_id', 'season_id'] as const

/** 'the setting “Hold time (minutes)” for Radix Dallas'. */
function settingSubject(entry: AuditEntry): string {
  const values = isRecord(entry.after) ? entry.after : {}
  const label = Object.entries(settingDefinitions).find(([name]) => name === entry.entity_id)?.[1].label
  const place = places.find((field) => typeof values[field] === 'number')
  const where = place ? ` for ${valueText(place, values[place], values, entry)}` : ''
  return `${nouns['setting']} ${quote(label ?? entry.entity_id)}${where}`
}

function nameOf(entry: AuditEntry): string {
  const subject = subjectOf(entry)
  const name = subject && entry.names[referenceKey(subject)]
  return name ?? (entry.entity_id === '' ? '' : entry.entity_id.replaceAll('_', ' '))
}

function subjectText(entry: AuditEntry, onItsPage: boolean): string {
  const { entity, entity_id, names } = entry
  const plain = entity.replaceAll('_', ' ')
  if (onItsPage) return entity === 'tour_date' ? 'this city' : `this ${plain}`
  if (entity === 'setting') return settingSubject(entry)
  if (entity === 'payment_exception') return `an unknown registration`
  if (entity_id === '') return `the list “${plain}”`
  const subject = subjectOf(entry)
  if (subject && !names[referenceKey(subject)]) return `the ${entity === 'tour_date' ? 'city' : plain} no. ${entity_id}`
  return `${nouns[entity] ?? `the ${plain}`} ${nameOf(entry)}`
}

function partsOf(entry: AuditEntry, onItsPage: boolean): SentenceParts {
  const before = isRecord(entry.before) ? entry.before : {}
  const after = isRecord(entry.after) ? entry.after : {}
  const word = (values: Record<string, unknown>, field: string) => {
    // A copy names the thing of its own kind that it was made from.
    const name = field === 'copied_from' ? `${entry.entity}_id` : field
    return valueText(name, values[field], values, entry)
  }
  return {
    subject: subjectText(entry, onItsPage),
    name: nameOf(entry),
    to: (field) => word(after, field),
    from: (field) => word(before, field),
    has: (field) => (after[field] ?? before[field] ?? null) !== null,
    hasAfter: (field) => (after[field] ?? null) !== null,
    changes: changesText(entry),
    count: (field, one, many) => {
      const value = after[field] ?? before[field] ?? 0
      const number = Array.isArray(value) ? value.length : Number(value)
      return `${number} ${number === 1 ? one : many}`
    },
  }
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditSentences, action)

const reasonFields = ['reason', 'office_reason', 'note'] as const

function reasonText(after: unknown): string {
  if (!isRecord(after)) return ''
  const reasons = reasonFields.map((field) => after[field]).filter((text) => typeof text === 'string' && text !== '')
  return reasons.length === 0 ? '' : ` Reason: ${listed([...new Set(reasons.map((text) => quote(String(text))))])}.`
}

/**
 * An audit row as a sentence: who did what to which thing, from which value to which. An action of before this table
 * is told by its own words.
 */
export function auditSentence(entry: AuditEntry, { onItsPage = false } = {}): string {
  const { actor, action, before, after } = entry
  const parts = partsOf(entry, onItsPage)
  const plain = `${actor} did “${action}” to ${parts.subject}`
  // The log loses the values of a person whose data is erased.
  if (before === null && after === null) return `${plain}. The values were erased.`
  if (!isKnown(action)) return `${plain}${parts.changes && `: ${parts.changes}`}.${reasonText(after)}`
  return `${actor} ${auditSentences[action](parts)}.${reasonText(after)}`
}
