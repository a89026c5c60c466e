import { partLabels, type ReleasePart } from '@callboard/domain/results/release.ts'
import { sliceChangeText, type ChangeNames, type SliceChange } from '@callboard/domain/results/release-changes.ts'
import type { Letter } from '../platform/mail/layout.ts'

type About = {
  event: string
  city: string
  url: string
  reason: string
  isCorrection: boolean
  changes: readonly SliceChange[]
  names: ChangeNames
}

const partNouns: Readonly<Record<ReleasePart, string>> = {
  results: 'results',
  critiques: 'scores and critiques',
  data: 'data',
}

/** Tells an owner that a part is released, or what a correction changed for the registration. No scores of others. */
export function releaseLetter(part: ReleasePart, about: About): Letter {
  const { event, city, url, reason, isCorrection, changes, names } = about
  const noun = partNouns[part]
  const place = `${event} ${city}`
  const action = { label: `See your ${noun}`, url }
  if (!isCorrection) {
    return {
      subject: `Your ${noun} of ${place}`,
      preview: `${partLabels[part]} are available.`,
      heading: `Your ${noun} are available`,
      paragraphs: [`The ${noun} of ${event} in ${city} are available in your account.`],
      action,
    }
  }
  return {
    subject: `Your ${noun} of ${place} were corrected`,
    preview: `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}.`,
    heading: `Your ${noun} were corrected`,
    paragraphs: [
      `The office corrected the ${noun} of ${event} in ${city}.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      ...changes.map((change) => sliceChangeText(change, names)),
    ],
    action,
  }
}
