import { readSheets, readText } from './read-sheet.ts'

// Runs in a worker of its own: a sheet that takes long to read freezes no page, and ends with the worker.
self.addEventListener('message', ({ data }: MessageEvent<File | string>) => {
  const reading = typeof data === 'string' ? readText(data, 'Copied rows') : readSheets(data)
  void reading.then(
    (sheets) => self.postMessage(sheets),
    () => self.postMessage(null),
  )
})
