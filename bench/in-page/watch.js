// Runs in a page before the page does, as it stands: keeps what the browser says of paint, shift and events.
const seen = { lcp: 0, cls: 0, events: [] }
window.seen = seen
const on = (type, take, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
on('largest-contentful-paint', ({ startTime }) => {
  seen.lcp = startTime
})
on('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) seen.cls += value
})
const keep = ({ interactionId, duration }) => {
  if (interactionId) seen.events.push({ id: interactionId, ms: duration })
}
on('event', keep, { durationThreshold: 16 })
