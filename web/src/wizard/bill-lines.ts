import { plus, type Cents } from '@callboard/domain/kernel/money.ts'
import type { LineGroup, QuoteLine } from '@callboard/domain/registrations/pricing/line.ts'

/** Lines that say the same of several people: one line of the bill. */
export type BillEntry = {
  key: string
  label: string
  amount: Cents
  quantity: number
  /** The sentences all of them share. */
  because: readonly string[]
  /** People of the line with their amounts; empty for a line without people. */
  names: readonly { key: string; name: string; amount: Cents }[]
}

type BillSection = { key: LineGroup; label: string; entries: readonly BillEntry[] }

/** In the order of the bill. A group that is missing here would be charged and not shown: the compiler asks for each. */
const sectionLabels: Record<LineGroup, string> = {
  workshop: 'Workshop',
  bestdancer: 'Programs',
  competition: 'Competition',
  media: 'Media',
  discount: 'Promo codes',
}
const sections = Object.entries(sectionLabels).map(([key, label]) => ({ key: key as LineGroup, label }))

/** Label of a grouped line of several people; null keeps the line single, under its own name. */
const groupLabels: Partial<Record<QuoteLine['kind'], (line: QuoteLine) => string>> = {
  attendee: ({ because }) => because[0] ?? 'Workshop',
  attended_discount: () => 'Attended before',
  college_discount: () => 'College discount',
  scholarship: () => 'Scholarship',
  add_on: ({ label }) => label.split(': ').at(-1) ?? label,
  media_pass: () => 'Media season pass',
  observer_one: ({ person_id, label }) => (person_id === null ? label : 'One-day observers'),
  observer_two: ({ person_id, label }) => (person_id === null ? label : 'Two-day observers'),
}

/** Returns the category a routine's line stands under; undefined: the line stands alone. */
type CategoryOf = (routine: QuoteLine['routine']) => string | undefined

const sharedLabel = (line: QuoteLine, categoryOf: CategoryOf) =>
  line.kind === 'routine' ? categoryOf(line.routine) : groupLabels[line.kind]?.(line)

/** A registration's lines as its bill shows them: what is alike stands together, counted, and opens to its names. */
export function billSections(
  lines: readonly QuoteLine[],
  vipName: string,
  categoryOf: CategoryOf = () => undefined,
): BillSection[] {
  return sections.flatMap(({ key, label }) => {
    const entries = entriesOf(
      lines.filter(({ group }) => group === key),
      categoryOf,
    )
    return entries.length === 0 ? [] : [{ key, label: key === 'bestdancer' ? vipName : label, entries }]
  })
}

function entriesOf(lines: readonly QuoteLine[], categoryOf: CategoryOf): BillEntry[] {
  const entries = new Map<string, QuoteLine[]>()
  for (const line of lines) {
    const name = sharedLabel(line, categoryOf)
    // Everyone at the same price under the same name; another price is another line.
    const key = name === undefined ? line.key : `${line.kind}:${name}`
    const alike = entries.get(key)
    if (alike) alike.push(line)
    else entries.set(key, [line])
  }
  return [...entries].map(([key, alike]) => entryOf(key, alike, categoryOf))
}

function entryOf(key: string, alike: readonly QuoteLine[], categoryOf: CategoryOf): BillEntry {
  const [first] = alike
  const label = first ? (sharedLabel(first, categoryOf) ?? first.label) : ''
  const shared = (first?.because ?? []).filter((sentence) => alike.every(({ because }) => because.includes(sentence)))
  const personLines = alike.filter((line) =>
    line.kind === 'routine' ? label !== line.label : line.person_id !== null && line.routine === null,
  )
  return {
    key,
    label,
    amount: plus(...alike.map(({ amount }) => amount)),
    quantity: alike.length,
    because: shared.filter((sentence) => sentence !== label),
    names: personLines.map((line) => ({
      key: line.key,
      name: line.kind === 'routine' ? line.label : (line.label.split(': ')[0] ?? line.label),
      amount: line.amount,
    })),
  }
}
