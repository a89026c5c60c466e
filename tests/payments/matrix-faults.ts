import type { sandboxControl } from '@callboard/sandbox/control.ts'

type Switch = Parameters<ReturnType<typeof sandboxControl>['fault']>[0]['fault']

export type Case = {
  name: string
  switches: readonly Switch[]
  /** Outcome in the first response: done, open (not known yet), or refused. */
  says: 'done' | 'open' | 'refused'
  /** Number of charges at the end. */
  moves: 0 | 1
  /** The gateway cannot be asked at first either. */
  unasked?: true
  /** The sandbox declines no refund. */
  chargesOnly?: true
  /** The gateway's own clock moves on after the first empty answer. */
  shownAfterMs?: number
}

const lostAnswer = { says: 'open', moves: 1 } as const
const refusedCharge = { says: 'refused', moves: 0 } as const

/** Each fault of the sandbox with its expected outcome. */
export const cases: readonly Case[] = [
  { name: 'none', switches: [], says: 'done', moves: 1 },
  { name: 'declined', switches: ['decline'], ...refusedCharge, chargesOnly: true },
  { name: 'the line breaks before', switches: ['drop_before'], says: 'open', moves: 0 },
  { name: 'too many requests (301)', switches: ['rate301'], ...refusedCharge },
  { name: 'too many requests (HTTP 429)', switches: ['http429'], ...refusedCharge },
  { name: 'refused as a duplicate', switches: ['dup'], says: 'open', moves: 0 },
  { name: 'the processor cannot be reached (420)', switches: ['code420'], says: 'open', moves: 0 },
  { name: 'the line breaks after', switches: ['process_then_drop'], ...lostAnswer },
  { name: 'the answer comes too late', switches: ['process_then_delay:4500'], ...lostAnswer },
  { name: 'HTTP 500 after', switches: ['http500_after'], ...lostAnswer },
  { name: 'garbage after', switches: ['garbage_after'], ...lostAnswer },
  { name: 'cut short after', switches: ['truncated_after'], ...lostAnswer },
  { name: 'breaks after, no news', switches: ['process_then_drop', 'webhook_lost'], ...lostAnswer },
  {
    name: 'breaks after, cannot be asked',
    switches: ['process_then_drop', 'webhook_lost'],
    ...lostAnswer,
    unasked: true,
  },
  {
    name: 'breaks after, hidden for a while',
    switches: ['process_then_drop', 'webhook_lost', 'query_lag:60000'],
    ...lostAnswer,
    shownAfterMs: 61_000,
  },
  { name: 'no news', switches: ['webhook_lost'], says: 'done', moves: 1 },
  { name: 'news twice', switches: ['webhook_twice'], says: 'done', moves: 1 },
  { name: 'news before the answer', switches: ['webhook_first'], says: 'done', moves: 1 },
]
