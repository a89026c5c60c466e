import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { useWizard } from './wizard-context.tsx'

/** Words for whose registration a screen shows: the reader's own, or for the office that of a studio or its owner. */
export type Whose = { Your: string; your: string; You: string }

const own: Whose = { Your: 'Your', your: 'your', You: 'You' }
const studios: Whose = { Your: 'The studio’s', your: 'the studio’s', You: 'The studio' }
const owners: Whose = { Your: 'The owner’s', your: 'the owner’s', You: 'The owner' }

const whoseOf = ({ by_office, studio }: Pick<Facts, 'by_office' | 'studio'>): Whose =>
  by_office ? (studio ? studios : owners) : own

export const useWhose = (): Whose => useWizard(({ facts }) => whoseOf(facts))
