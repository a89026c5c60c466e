import type { Wording } from '../kernel/wording.ts'

export type WaitingRefusal =
  | { code: 'waiting.none_here' }
  | { code: 'waiting.has_room'; of?: 'level' }
  | { code: 'waiting.no_people' }
  | { code: 'waiting.own_first' }
  | { code: 'waiting.not_waiting' }
  | { code: 'waiting.no_offer' }
  | { code: 'waiting.offer_over' }
  | { code: 'waiting.independent_limit'; limit: number }
  | { code: 'waiting.dancers_missing' }
  | { code: 'waiting.not_in_cast' }
  | { code: 'waiting.with_routine' }
  | { code: 'waiting.city_over' }
  | { code: 'waiting.in_line'; name: string }
  | { code: 'waiting.no_room' }
  | { code: 'waiting.moved_away' }

export const waitingWording: Wording<WaitingRefusal> = {
  'waiting.none_here': () => 'This city has no waiting list.',
  'waiting.has_room': ({ of }) =>
    of === 'level'
      ? 'There is room in this level. Please register them for it instead.'
      : 'There is room for this. Please add it to your routines instead.',
  'waiting.no_people': () => 'Choose at least one person.',
  'waiting.own_first': () => 'Your own routines use the places that are left. Submit them first, or remove one.',
  'waiting.not_waiting': () => 'This is no longer on the waiting list.',
  'waiting.no_offer': () => 'You have no offer right now.',
  'waiting.offer_over': () => 'This offer has expired, and the place went to the next in line. You can join again.',
  'waiting.independent_limit': ({ limit }) =>
    `Independents may enter ${limit === 1 ? '1 routine' : `${limit} routines`} here. Please remove one first.`,
  'waiting.dancers_missing': () =>
    'Some dancers in this routine have no place yet. The routine can be entered once they do.',
  'waiting.not_in_cast': () => 'Everyone waiting with a routine must be one of its dancers.',
  'waiting.with_routine': () => 'A routine is waiting with this dancer. Please decide about the routine.',
  'waiting.city_over': () => 'This city is over, so nothing can be put on its waiting list anymore.',
  'waiting.in_line': ({ name }) => `${name} is already in line. Leave the line first to wait for another level.`,
  'waiting.no_room': () => 'There is no room for it. Raise the limit of the city first, or wait until a place is free.',
  'waiting.moved_away': () => 'The line has changed. Please check it again.',
}
