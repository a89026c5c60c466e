import { choiceFields, chosenNames } from '@callboard/domain/registrations/attendees/set-options.ts'
import { usd } from '@callboard/domain/kernel/money.ts'
import type { Attendee, Facts } from '@callboard/domain/registrations/registration.ts'
import type { AddOn } from '@callboard/domain/tours/city.ts'

type ToggledOption = 'vip_experience' | 'photoshoot' | 'awe_experience' | 'media_pass' | 'kdoty'
type OfferedOption = { name: ToggledOption; label: string; help: string }

const all: readonly { name: ToggledOption & AddOn; label: string; help: (facts: Facts) => string }[] = [
  {
    name: 'media_pass',
    label: 'Media season pass',
    help: ({ settings }) =>
      `${usd(settings.media_pass_fee)}, once per dancer and season. Includes unlimited photos and videos.`,
  },
  { name: 'vip_experience', label: 'VIP experience', help: ({ settings }) => usd(settings.vip_experience_fee) },
  { name: 'photoshoot', label: 'Photoshoot', help: ({ settings }) => usd(settings.photoshoot_fee) },
  {
    name: 'awe_experience',
    label: 'Awe experience',
    help: ({ settings }) => `${usd(settings.awe_experience_fee)}, with an intensive.`,
  },
  { name: 'kdoty', label: 'KDOTY', help: () => 'Takes part at no extra cost.' },
]

/** Returns the options the city offers beside the workshop, with the person's choices. ATT-049, ATT-053, ATT-067. */
export function offeredOptions(attendee: Attendee, isDancer: boolean, facts: Facts): OfferedOption[] {
  const addOns: ReadonlySet<AddOn> = new Set(facts.tour_date.add_ons)
  return all
    .filter(({ name }) => attendee[name] || addOns.has(name))
    .filter(({ name }) => name !== 'media_pass' || isDancer)
    .filter(({ name }) => name !== 'awe_experience' || attendee.intensive_id !== null)
    .map(({ name, label, help }) => ({ name, label, help: help(facts) }))
}

/** The add-ons somebody has, in words. */
export const takenOptions = (attendee: Attendee, city_choices: Facts['city_choices']): string[] => [
  ...all.filter(({ name }) => attendee[name]).map(({ label }) => label),
  ...chosenNames(attendee, city_choices),
]

/** The labs and battles this person may choose among: those offered, and what was chosen already. ATT-054. */
export function offeredChoices(attendee: Attendee, isDancer: boolean, { tour_date, city_choices }: Facts) {
  return choiceFields.flatMap(([field, kind, label]) => {
    const selectedId = attendee[field]
    const isOffered = isDancer && tour_date.add_ons.includes(kind)
    const choices = city_choices.filter(
      (one) => one.kind === kind && (one.id === selectedId || (isOffered && one.offered)),
    )
    return choices.length > 0 ? [{ field, label, selectedId, choices }] : []
  })
}
