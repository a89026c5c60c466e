import { parseArgs } from 'node:util'

export const parts = [
  'limit',
  'journey',
  'soldout',
  'quote',
  'office',
  'rules',
  'sizes',
  'screens',
  'hands',
  'entry',
  'start',
  'rush',
  'payments',
  'recount',
  'abuse',
  'judging',
  'order',
  'phone',
] as const
export type Part = (typeof parts)[number]

/** Parts of a run without `--only`. `limit` is left out: every journey measures the bare call already. */
const usual = parts.filter((part) => part !== 'limit')

export type Options = {
  rounds: number
  seconds: number
  only: readonly Part[]
  /** Also a million attendees: two minutes to make and a gigabyte. */
  million: boolean
  port: number
  /** The opening rush: so many studios within so many seconds; room for half of them. */
  studios: number
  within: number
}

/** Parses the command line options. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: usual.join(',') },
      million: { type: 'boolean', default: false },
      port: { type: 'string', default: '3240' },
      studios: { type: 'string', default: '500' },
      within: { type: 'string', default: '60' },
    },
  })
  const partNames = values.only.split(',')
  const unknown = partNames.filter((name) => !parts.some((part) => part === name))
  if (unknown.length > 0) throw new Error(`No part is called ${unknown.join(', ')}. Parts: ${parts.join(', ')}.`)
  return {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    only: parts.filter((part) => partNames.includes(part)),
    million: values.million,
    port: Number(values.port),
    studios: Number(values.studios),
    within: Number(values.within),
  }
}
