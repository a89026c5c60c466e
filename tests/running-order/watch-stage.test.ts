import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchStage } from '../../web/src/running-order/watch-stage.ts'

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 0
  url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }
  close() {
    this.readyState = 2
  }
  tell(name: string, content: object) {
    this.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(content) }))
  }
  /** As a browser does after an answer that is not 200. */
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const poll = vi.fn()
const onStage = vi.fn()
const streams = FakeEventSource.opened
const openStreams = () => streams.filter(({ readyState }) => readyState !== 2)
let end = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', FakeEventSource)
  streams.length = 0
  page.visibilityState = 'visible'
  vi.clearAllMocks()
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const watch = () => {
  end = watchStage({ address: '/v1/judging/stage/events', onStage, poll })
  poll.mockClear()
}
const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

test('a page that hears events does not poll, and polls within seconds of a stream that says nothing more', () => {
  watch()
  const [stream] = streams
  stream?.tell('stage', { version: 4, entry_ids: [7] })
  expect(onStage).toHaveBeenCalledExactlyOnceWith({ version: 4, entry_ids: [7] })
  vi.advanceTimersByTime(14_000)
  stream?.tell('beat', {})
  vi.advanceTimersByTime(14_000)
  expect(poll).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(poll).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  expect([poll.mock.calls.length, streams.length]).toEqual([6, 1])
})

test('where the stream is refused the page polls every two seconds, and asks for a stream once a minute', () => {
  watch()
  streams[0]?.refuse()
  vi.advanceTimersByTime(58_000)
  expect([poll.mock.calls.length, streams.length]).toEqual([29, 1])
  vi.advanceTimersByTime(2_000)
  expect(openStreams()).toHaveLength(1)
})

test('a browser without event streams polls', () => {
  vi.stubGlobal('EventSource', undefined)
  watch()
  vi.advanceTimersByTime(20_000)
  expect(poll).toHaveBeenCalledTimes(10)
})

test('a hidden page keeps no connection and asks nothing; back in front it hears at once', () => {
  watch()
  show('hidden')
  vi.advanceTimersByTime(60_000)
  expect([openStreams().length, poll.mock.calls.length]).toEqual([0, 0])
  show('visible')
  expect([openStreams().length, poll.mock.calls.length]).toEqual([1, 1])
  end()
  expect(openStreams()).toEqual([])
})
