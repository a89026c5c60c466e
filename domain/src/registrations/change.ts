import type { Cents } from '../kernel/money.ts'
import type { EditChange } from './edit.ts'
import type { QuoteLine } from './pricing/line.ts'

/** A line of the bill whose amount differs; null: the line is not on that bill. */
export type ChangedLine = {
  key: string
  label: string
  before: Cents | null
  after: Cents | null
  /** The reasons of the amount after the change; of the amount before it where the line is gone. */
  because: readonly string[]
}

/** The effect of a change on a completed registration, in words and amounts for its owner. */
export type ChangeEffect = {
  people: readonly EditChange[]
  routines: readonly EditChange[]
  others: readonly string[]
  lines: readonly ChangedLine[]
  total_before: Cents
  total: Cents
  /** Negative: overpaid. */
  balance: Cents
}

/** Returns the lines of two bills that differ, in the order of the bill before. */
export function changedLines(before: readonly QuoteLine[], after: readonly QuoteLine[]): ChangedLine[] {
  const [earlier, later] = [before, after].map((lines) => new Map(lines.map((line) => [line.key, line])))
  return [...new Set([...before, ...after].map(({ key }) => key))].flatMap((key) => {
    const [old, next] = [earlier?.get(key), later?.get(key)]
    const line = next ?? old
    if (!line || old?.amount === next?.amount) return []
    return [{ key, label: line.label, before: old?.amount ?? null, after: next?.amount ?? null, because: line.because }]
  })
}

const sentenceOf = ({ kind, name, what }: EditChange) =>
  kind === 'changed' ? `${name} was changed: ${what.join(', ')}.` : `${name} was ${kind}.`

/** Returns the differences as sentences, people first. */
export const changeSentences = ({ people, routines, others }: Pick<ChangeEffect, 'people' | 'routines' | 'others'>) => [
  ...[...people, ...routines].map(sentenceOf),
  ...others.map((other) => `${other}.`),
]

/** A mail lists this many differences; the Payments page of the event lists all. */
const mailedAtMost = 40

/** Returns the differences as a text of one line each, for a mail. */
export function changeText(change: Pick<ChangeEffect, 'people' | 'routines' | 'others'>): string {
  const sentences = changeSentences(change)
  if (sentences.length === 0) return 'Nothing in it is different from before.'
  const more = sentences.length - mailedAtMost
  if (more <= 0) return sentences.join('\n')
  return [...sentences.slice(0, mailedAtMost), `And ${more} more, listed on the Payments page of your event.`].join(
    '\n',
  )
}
