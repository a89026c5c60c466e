import type { Reply } from '../api/call.ts'

export type StageNow = Reply<'GET /v1/judging/stage/events'>

/** How often a page asks while it hears no events: no stream, or a proxy that holds it back. */
const pollMilliseconds = 2_000
/** Three beats of the server. */
const silentMilliseconds = 15_000
/** A stream that was refused is tried again so much later. */
const reopenMilliseconds = 60_000

type StageWatch = {
  /** Address of the stream. */
  address: string
  /** Receives the stage: at once, at each change, and whenever the stream begins anew. */
  onStage: (now: StageNow) => void
  poll: () => unknown
}

/**
 * Hears of each change of the stage while the page is in front: by a stream of events, else by polling. A browser has six
 * connections to a host of HTTP/1.1 for all of its tabs, so a hidden page keeps none. Returns what ends it.
 */
export function watchStage({ address, onStage, poll }: StageWatch): () => void {
  let source: EventSource | null = null
  let heardAt = -Infinity
  let openedAt = -Infinity
  const noteEvent = () => void (heardAt = performance.now())

  function close() {
    source?.close()
    source = null
    heardAt = -Infinity
  }

  function open() {
    if (source || typeof EventSource === 'undefined' || performance.now() < openedAt + reopenMilliseconds) return
    openedAt = performance.now()
    const stream = new EventSource(address)
    source = stream
    stream.addEventListener('stage', ({ data }: MessageEvent<string>) => {
      noteEvent()
      // The cast: the contract's shape wrote the event.
      onStage(JSON.parse(data) as StageNow)
    })
    stream.addEventListener('beat', noteEvent)
    // A stream that ended is opened again by the browser; one that was refused is closed for good.
    stream.addEventListener('error', () => stream.readyState === EventSource.CLOSED && stream === source && close())
  }

  function look() {
    if (document.visibilityState !== 'visible') return
    open()
    if (performance.now() - heardAt > silentMilliseconds) void poll()
  }

  function onVisibility() {
    close()
    openedAt = -Infinity
    look()
  }

  look()
  const timer = setInterval(look, pollMilliseconds)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    close()
  }
}
