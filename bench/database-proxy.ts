import net from 'node:net'
import type { AddressInfo } from 'node:net'

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>

/** A way to the database that can be frozen (connected, never answers) or cut (refuses connections). */
export async function startDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const pairs = new Set<[net.Socket, net.Socket]>()
  let state: 'open' | 'frozen' | 'cut' = 'open'

  const server = net.createServer((client) => {
    if (state === 'cut') return client.resetAndDestroy()
    const upstream = net.connect(Number(target.port), target.hostname)
    const pair: [net.Socket, net.Socket] = [client, upstream]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
    }
    client.pipe(upstream)
    upstream.pipe(client)
    if (state === 'frozen') stall(pair)
  })
  const stall = (pair: readonly net.Socket[]) => {
    for (const socket of pair) socket.unpipe().pause()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    freeze() {
      state = 'frozen'
      for (const pair of pairs) stall(pair)
    },
    cut() {
      state = 'cut'
      for (const [client] of pairs) client.resetAndDestroy()
    },
    resume() {
      const wasFrozen = state === 'frozen'
      state = 'open'
      // A pair that is piped twice would send everything twice.
      if (!wasFrozen) return
      for (const [client, upstream] of pairs) {
        client.pipe(upstream)
        upstream.pipe(client)
      }
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
