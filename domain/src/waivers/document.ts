import type { CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import type { ReportDocument, ReportFact } from '../kernel/document.ts'
import { slashDate, slashDateIn } from '../kernel/moment-text.ts'
import { nameKey } from '../roster/duplicate.ts'
import type { WaiverForm, WaiverPerson } from './form.ts'
import { paperDay } from './request.ts'

export type SignedWaiver = {
  waiver: string
  version: number
  text: string
  event: string
  city: string
  start_date: CalendarDate
  end_date: CalendarDate
  time_zone: string
  fname: string
  lname: string
  is_self: boolean | null
  form: WaiverForm | null
  signer_name: string | null
  parent_relationship: string | null
  signed_at: Instant
  signed_ip: string | null
  seal: string | null
  on_paper: boolean
  note: string | null
}

type Genders = readonly { id: number; name: string }[]

/** A signed waiver as it is printed: who takes part, the words, and the proof of the signature. WAIV-018, WAIV-026. */
export function waiverDocument(waiver: SignedWaiver, genders: Genders): ReportDocument {
  const { form, time_zone, start_date, end_date } = waiver
  const days = start_date === end_date ? slashDate(start_date) : `${slashDate(start_date)} to ${slashDate(end_date)}`
  return {
    title: waiver.waiver,
    above: waiver.event,
    below: `${waiver.city}, ${days}`,
    facts: [
      { label: 'Participant', value: form ? nameOf(form) : nameOf(waiver) },
      // The form has the name as its signer typed it, such as a legal name: the person it counts for is the roster's.
      ...(form && nameKey(form.fname, form.lname) !== nameKey(waiver.fname, waiver.lname)
        ? [{ label: 'Registered as', value: nameOf(waiver) }]
        : []),
      ...(form ? personFacts(form, genders) : []),
    ],
    sections: [
      plain('Signed text', [`Version ${waiver.version}`, ...waiver.text.split(/\n\s*\n/)]),
      ...(form?.parent ? [table('Parent or guardian', [...parentFacts(form, form.parent, genders)])] : []),
      table('Signature', signatureFacts(waiver, time_zone)),
    ],
    footer: `${waiver.waiver}, version ${waiver.version}: ${waiver.fname} ${waiver.lname}`,
  }
}

const nameOf = ({ fname, lname }: Pick<WaiverPerson, 'fname' | 'lname'>) => `${fname} ${lname}`
const plain = (heading: string, notes: string[]) => ({ heading, columns: [], rows: [], totals: [], notes })

const table = (heading: string, facts: readonly ReportFact[]) => ({
  heading,
  // A signature is read with its name, time and address at once.
  stays_together: true as const,
  columns: [
    { header: 'Description', share: 1 },
    { header: 'Answer', share: 3 },
  ],
  rows: facts.map(({ label, value }) => ({ cells: [label, value] })),
  totals: [],
  notes: [],
})

const personFacts = (person: WaiverPerson, genders: Genders): ReportFact[] =>
  [
    { label: 'Birthdate', value: person.birthdateString },
    { label: 'Gender', value: genders.find(({ id }) => id === person.gender_id)?.name ?? '' },
    { label: 'Address', value: person.address },
    { label: 'Email', value: person.emailValue },
    { label: 'Phone', value: person.phoneValue },
  ].filter(({ value }) => value !== '')

const parentFacts = ({ parent_relationship }: WaiverForm, parent: WaiverPerson, genders: Genders): ReportFact[] => [
  { label: 'Name', value: nameOf(parent) },
  { label: 'Relationship', value: parent_relationship ?? '' },
  ...personFacts(parent, genders),
]

const timeIn = (zone: string, moment: Instant) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Date.parse(moment))

function signatureFacts(waiver: SignedWaiver, zone: string): ReportFact[] {
  const role = waiver.is_self ? 'the participant' : (waiver.parent_relationship ?? 'parent or guardian')
  if (waiver.on_paper) {
    return [
      { label: 'Signed on paper by', value: waiver.signer_name ?? '' },
      { label: 'As', value: role },
      { label: 'On', value: slashDate(paperDay(waiver.signed_at)) },
      ...(waiver.note ? [{ label: 'Noted by the office', value: waiver.note }] : []),
    ]
  }
  return [
    { label: 'Typed as signature', value: waiver.signer_name ?? '' },
    { label: 'As', value: role },
    { label: 'Signed', value: `${slashDateIn(zone, waiver.signed_at)}, ${timeIn(zone, waiver.signed_at)}` },
    { label: 'From the network address', value: waiver.signed_ip ?? '' },
    { label: 'Fingerprint', value: waiver.seal ?? '' },
  ]
}
