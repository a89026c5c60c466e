import { PrintCache } from '@callboard/server/platform/pdf/print-cache.ts'
import { BoundedQueue, Overloaded } from '@callboard/server/platform/queue/bounded-queue.ts'
import { expect, test } from 'vitest'

/** A task that ends when the test says so. */
function task(log: string[], name: string) {
  let end = () => {}
  const whenEnded = new Promise<void>((resolve) => (end = resolve))
  const run = async () => {
    log.push(name)
    await whenEnded
    return name
  }
  return { run, end }
}

test('tasks run one at a time, and one beyond the bound is refused for a retry unless it may wait', async () => {
  const queue = new BoundedQueue(1)
  const log: string[] = []
  const [first, second, third, job] = ['first', 'second', 'third', 'job'].map((name) => task(log, name)) as [
    ReturnType<typeof task>,
    ReturnType<typeof task>,
    ReturnType<typeof task>,
    ReturnType<typeof task>,
  ]
  const running = [queue.run(first.run), queue.run(second.run)]
  await expect(queue.run(third.run)).rejects.toBeInstanceOf(Overloaded)
  running.push(queue.run(job.run, { patient: true }))
  expect(log).toEqual(['first'])
  for (const { end } of [first, second, job]) end()
  expect(await Promise.all(running)).toEqual(['first', 'second', 'job'])
  expect(log).toEqual(['first', 'second', 'job'])
})

test('a task that fails holds up none behind it', async () => {
  const queue = new BoundedQueue(5)
  const failing = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('a document is made once for all who ask at once, kept while there is room, and made again after a failure', async () => {
  const cache = new PrintCache(10)
  let madeCount = 0
  const make = async () => Buffer.alloc(6, (madeCount += 1))
  const both = await Promise.all([cache.get('a', make), cache.get('a', make)])
  expect([madeCount, both[0]?.equals(both[1] ?? Buffer.alloc(0))]).toEqual([1, true])
  await cache.get('b', make)
  await cache.get('b', make)
  expect(madeCount).toBe(2)
  await cache.get('a', make)
  expect(madeCount).toBe(3)
  await expect(cache.get('c', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await cache.get('c', make)
  expect(madeCount).toBe(4)
})
