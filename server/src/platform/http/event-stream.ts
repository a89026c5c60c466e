import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { Unavailable } from './errors.ts'

declare module '../dependencies.ts' {
  interface Dependencies {
    /** How long an event stream stays open, in seconds; absent: it says what is now and ends. */
    eventStreamSeconds?: number
  }
}

/** Streams of one process, and of one caller: each holds a connection of the balancer. */
const mostStreams = 200
const mostOfCaller = 6

/** Shorter than any proxy waits for a byte; the page counts a stream as silent after three of them. */
const beatMilliseconds = 5_000

/** The browser opens a stream again so long after it ended. */
const retryMilliseconds = 1_000

/** An event as the browser's EventSource reads it. `content` must not be empty: such an event is not delivered. */
const eventText = (name: string, content: object) => `event: ${name}\ndata: ${JSON.stringify(content)}\n\n`

export type EventStream = { send: (name: string, content: object) => void }

type OpenStream = { reply: FastifyReply; caller: string; onEnd: () => void }

/**
 * Server-sent events of this process. A stream ends after `eventStreamSeconds`; the browser opens it again, and its rights
 * are checked again by that. `endAll` ends every stream at once, and each later one after its first event.
 */
export function openEventStreams({ eventStreamSeconds = 0 }: Pick<Dependencies, 'eventStreamSeconds'>) {
  const streams = new Map<PassThrough, string>()
  let isClosing = false

  return {
    /** Sends the reply's headers and keeps it open. `onEnd` is called once, however the stream ends. */
    open({ reply, caller, onEnd }: OpenStream): { stream: PassThrough } & EventStream {
      const own = [...streams.values()].filter((other) => other === caller).length
      if (own >= mostOfCaller) throw new Unavailable('busy')
      if (streams.size >= mostStreams) throw new Unavailable('overloaded')
      const stream = new PassThrough()
      streams.set(stream, caller)
      const beat = setInterval(() => stream.write(eventText('beat', {})), beatMilliseconds)
      const end = setTimeout(() => stream.end(), isClosing ? 0 : eventStreamSeconds * 1_000)
      stream.once('close', () => {
        clearInterval(beat)
        clearTimeout(end)
        streams.delete(stream)
        onEnd()
      })
      void reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // A proxy that gathers an answer before it passes it on would hold the events back.
        .header('x-accel-buffering', 'no')
        // A connection that rests would keep a server that stops from ending.
        .header('connection', 'close')
      stream.write(`retry: ${retryMilliseconds}\n\n`)
      return { stream, send: (name, content) => void stream.write(eventText(name, content)) }
    },
    endAll() {
      isClosing = true
      for (const stream of streams.keys()) stream.end()
    },
    count: () => streams.size,
  }
}
