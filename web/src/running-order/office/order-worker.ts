import { search, type SearchRequest } from './improve-order.ts'

// Runs in a worker of its own: the page stays quick for the ten seconds of a search, and ends it by ending the worker.
self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) =>
  search(data, (progress) => self.postMessage(progress)),
)
