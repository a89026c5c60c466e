import type { ReleasePart } from '@callboard/domain/results/release.ts'
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
  data: 'competition data',
}

/** Tells an owner that a part is released, or what a correction changed for the registration. No scores of others. */
export function releaseLetter(part: ReleasePart, about: About): Letter {
  const { event, city, url, reason, isCorrection, changes, names } = about
  const noun = partNouns[part]
  const place = `${event} ${city}`
  // The data of a competition is one thing; results and scores are many.
  const [verb, haveOrHas] = part === 'data' ? ['is', 'has'] : ['are', 'have']
  const action = { label: `See your ${noun}`, url }
  if (!isCorrection) {
    return {
      subject: `Your ${noun} from ${place} ${verb} ready`,
      preview: `Your ${noun} ${verb} in your account now.`,
      heading: `Your ${noun} ${verb} ready`,
      paragraphs: [`Your ${noun} from ${event} in ${city} ${verb} in your account now.`],
      action,
    }
  }
  return {
    subject: `Your ${noun} from ${place} ${haveOrHas} been corrected`,
    preview: `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}.`,
    heading: `Your ${noun} ${haveOrHas} been corrected`,
    paragraphs: [
      `The office has corrected your ${noun} from ${event} in ${city}.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      ...changes.map((change) => sliceChangeText(change, names)),
    ],
    action,
  }
}
