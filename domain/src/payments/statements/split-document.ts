import { csvAmount } from '../../kernel/csv.ts'
import { sumOf, usd } from '../../kernel/money.ts'
import { slashDateIn } from '../../kernel/moment-text.ts'
import type { ReportDocument, ReportSection } from '../../kernel/document.ts'
import type { FamilyLine, FamilyShare, Split } from './split.ts'
import type { Statement } from './statement.ts'

type About = Pick<Statement, 'event' | 'city' | 'studio' | 'registration_id' | 'as_of' | 'time_zone'>

const among: Readonly<Record<FamilyLine['of'], (count: number) => string>> = {
  own: () => '',
  routine: (count) => (count === 1 ? '' : `Shared by ${count} dancers of the routine`),
  studio: (count) => (count === 1 ? '' : `Shared by all ${count} dancers`),
  promo: (count) => (count === 1 ? '' : `Shared by all ${count} dancers in proportion`),
}

const overview = ({ families, bill, margin, total }: Split): ReportSection => ({
  heading: 'What each dancer owes',
  columns: [
    { header: 'Dancer', share: 4 },
    { header: 'Own', share: 2, align: 'end' },
    { header: 'Routines', share: 2, align: 'end' },
    { header: 'For all', share: 2, align: 'end' },
    ...(margin > 0 ? [{ header: 'Added', share: 2, align: 'end' } as const] : []),
    { header: 'Owes', share: 2, align: 'end' },
  ],
  rows: families.map(({ name, own, routines, studio, margin: marginAmount, total: owes }) => ({
    cells: [name, usd(own), usd(routines), usd(studio), ...(margin > 0 ? [usd(marginAmount)] : []), usd(owes)],
  })),
  totals: [
    { label: 'The studio’s bill', value: usd(bill) },
    ...(margin > 0 ? [{ label: 'Added by the studio', value: usd(margin) }] : []),
    { label: 'All dancers', value: usd(total), strong: true },
  ],
  notes: [],
})

const ofDancer = ({ name, lines, margin, total }: FamilyShare): ReportSection => ({
  heading: name,
  columns: [
    { header: 'For', share: 6 },
    { header: 'Amount', share: 2, align: 'end' },
  ],
  rows: lines.map(({ label, amount, of, among: count }) => {
    const below = among[of](count)
    return { cells: [label, usd(amount)], ...(below && { below }) }
  }),
  totals: [
    ...(margin > 0 ? [{ label: 'Added by the studio', value: usd(margin) }] : []),
    { label: 'Owes', value: usd(total), strong: true },
  ],
  notes: [],
})

/** A PDF handout of each family's share: one summary, then a section per dancer. */
export function splitDocument(
  split: Split,
  { event, city, studio, registration_id, as_of, time_zone }: About,
): ReportDocument {
  return {
    title: 'What each dancer owes',
    above: event,
    below: `${city}${studio ? ` · ${studio}` : ''}`,
    facts: [
      { label: 'Registration number', value: String(registration_id) },
      { label: 'Dancers', value: String(split.families.length) },
      { label: 'As of', value: slashDateIn(time_zone, as_of) },
    ],
    sections: [overview(split), ...split.families.map(ofDancer)],
    footer: `${event}, ${city} · Registration ${registration_id} · As of ${slashDateIn(time_zone, as_of)}`,
  }
}

/** The same as a spreadsheet reads it. */
export function splitSheet({ families, bill, margin, total }: Split): (string | number)[][] {
  const sum = (of: 'own' | 'routines' | 'studio') => csvAmount(sumOf(families, (family) => family[of]))
  return [
    ['Dancer', 'Own', 'Routines', 'For all', 'Added', 'Owes'],
    ...families.map(({ name, own, routines, studio, margin: marginAmount, total: owes }) => [
      name,
      ...[own, routines, studio, marginAmount, owes].map(csvAmount),
    ]),
    ['All dancers', sum('own'), sum('routines'), sum('studio'), csvAmount(margin), csvAmount(total)],
    ['The studio’s bill', '', '', '', '', csvAmount(bill)],
  ]
}
