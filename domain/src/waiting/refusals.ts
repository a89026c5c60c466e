import type { Wording } from '../kernel/wording.ts'

export type WaitingRefusal =
  | { code: 'waiting.none_here' }
  | { code: 'waiting.has_room' }
  | { code: 'waiting.own_first' }
  | { code: 'waiting.not_waiting' }
  | { code: 'waiting.no_offer' }
  | { code: 'waiting.offer_over' }
  | { code: 'waiting.independent_limit'; limit: number }
  | { code: 'waiting.apart' }
  | { code: 'waiting.in_line'; name: string }
  | { code: 'waiting.no_room' }
  | { code: 'waiting.moved_away' }

export const waitingWording: Wording<WaitingRefusal> = {
  'waiting.none_here': () => 'This city keeps no waiting list.',
  'waiting.has_room': () => 'There is room for this. Please add it to your routines instead.',
  'waiting.own_first': () =>
    'Your own routines take the places that are left. Submit them first, or take one of them out.',
  'waiting.not_waiting': () => 'This is no longer on the waiting list.',
  'waiting.no_offer': () => 'Nothing is offered to you just now.',
  'waiting.offer_over': () => 'This offer has run out, and the place went to the next in line. You can join again.',
  'waiting.independent_limit': ({ limit }) =>
    `Independents may enter ${limit === 1 ? '1 routine' : `${limit} routines`} here. Please remove one first.`,
  'waiting.apart': () => 'People and routines wait apart. Please join with one of them at a time.',
  'waiting.in_line': ({ name }) => `${name} is in line already. Leave the line first to wait for another level.`,
  'waiting.no_room': () => 'There is no room for it. Raise the limit of the city first, or wait until a place is free.',
  'waiting.moved_away': () => 'The line has changed meanwhile. Please look again.',
}
