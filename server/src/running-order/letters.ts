import { momentText } from '@callboard/domain/kernel/moment-text.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import type { OrderChange, VersionEntry } from '@callboard/domain/running-order/order-changes.ts'
import type { Letter } from '../platform/mail/layout.ts'

type About = {
  event: string
  city: string
  time_zone: string
  url: string
  /** Whether the city's order is published for the first time. */
  isFirst: boolean
  /** The routine of an entry. */
  nameOf: (id: number) => string
}

/** The differences of the published order for one studio; the first publication has all of its entries. */
export function scheduleLetter(changes: readonly OrderChange[], about: About): Letter {
  const { event, city, url, isFirst, nameOf, time_zone } = about
  const when = ({ starts_at, stage }: VersionEntry) =>
    `${momentText(starts_at, time_zone)}${stage === 1 ? '' : `, stage ${stage}`}`
  const title = (entry: VersionEntry) => `${entryLabel(entry)} ${nameOf(entry.id)}`
  const row = (change: OrderChange): readonly [string, string] => {
    if (change.kind === 'scratched') return [title(change.entry), 'Scratched']
    if (change.kind === 'added') return [title(change.entry), `${isFirst ? '' : 'New: '}${when(change.entry)}`]
    return [title(change.entry), `Now ${when(change.entry)} (was ${when(change.before)})`]
  }
  const place = `${event} ${city}`
  return {
    subject: isFirst ? `Your schedule for ${place}` : `Your schedule for ${place} has changed`,
    preview: `${changes.length} ${changes.length === 1 ? 'entry' : 'entries'}.`,
    heading: isFirst ? 'Your schedule is ready' : 'Your schedule has changed',
    paragraphs: [
      isFirst
        ? `The running order of ${event} in ${city} is published. These are your entries.`
        : `The running order of ${event} in ${city} has changed. Only what differs for you is listed.`,
      'Times can still move on the day. Please be ready early.',
    ],
    rows: changes.map(row),
    action: { label: 'See your schedule', url },
  }
}
