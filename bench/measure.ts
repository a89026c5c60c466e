import { readdirSync, readFileSync } from 'node:fs'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The value that a share of all does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export type Load = { done: number; seconds: number; rate: number; latencies: number[] }

/**
 * Runs `clients` loops, each starting its next call when the last has ended. None starts after `seconds`; those
 * underway are finished and counted, and the clock runs until the last of them.
 */
export async function load(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<unknown>,
): Promise<Load> {
  const latencies: number[] = []
  const began = performance.now()
  const ends = began + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < ends) {
        const start = performance.now()
        await work(client)
        latencies.push(performance.now() - start)
      }
    }),
  )
  const elapsed = (performance.now() - began) / 1000
  return { done: latencies.length, seconds: elapsed, rate: latencies.length / elapsed, latencies }
}

const tickMs = 10

function statOf(pid: number): { parent: number; own: number; reaped: number } | undefined {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const field = (place: number) => Number(rest.split(' ')[place])
    return { parent: field(1), own: field(11) + field(12), reaped: field(13) + field(14) }
  } catch {
    return undefined
  }
}

/** CPU milliseconds that a process and its children have used, those that have ended included. Linux alone. */
export function cpuOf(pid: number): number {
  const root = statOf(pid)
  if (!root) return Number.NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  return (root.own + root.reaped + children.reduce((sum, stat) => sum + (stat?.own ?? 0), 0)) * tickMs
}
