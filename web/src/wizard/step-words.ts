/**
 * The words of steps that say the same of every registration, by the last part of their address. The server writes them
 * into the page before it knows the registration, so that a slow phone shows where one is.
 */
export const stepWords = {
  roster: { title: 'Roster', intro: 'Everyone you can register, and their birthdates.' },
  dancers: { title: 'Dancers', intro: 'Each dancer starts in the workshop level of their age.' },
  teachers: { title: 'Teachers', intro: 'Teachers take part in every class. Paying dancers earn free teachers.' },
  observers: {
    title: 'Observers',
    intro: 'Parents and friends who watch. Name them, or enter how many are coming.',
  },
  review: { title: 'Review', intro: 'Look through everything once more. Tap any amount to see how it’s calculated.' },
} satisfies Record<string, { title: string; intro: string }>

const stepPath = /^\/registration\/(?:-|[1-9]\d{0,9})\/([\w-]+)\/?$/

/** The step that a path names, if its words are among those above. */
export function wordedStep(path: string): keyof typeof stepWords | undefined {
  const step = stepPath.exec(path)?.[1] ?? ''
  return Object.hasOwn(stepWords, step) ? (step as keyof typeof stepWords) : undefined
}
