import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('dev/'))
  .map((file) => ({ file, source: readFileSync(`web/src/${file}`, 'utf8') }))

const reading = /\b(use(?:Read|Query|\w+Read))(?:<[^(]*>)?\(/g

/** Returns the text of a call up to its closing bracket, and what follows on that line. */
function callAt(source: string, start: number) {
  let end = source.indexOf('(', start) + 1
  for (let depth = 1; depth > 0; end += 1) {
    if (source[end] === '(') depth += 1
    if (source[end] === ')') depth -= 1
  }
  return { text: source.slice(start, end), after: source.slice(end, source.indexOf('\n', end)) }
}

/** Whether the error of the read at `start` is used, by its own name, as a field or as a part of the whole result. */
function handlesError(source: string, start: number): boolean {
  const { after } = callAt(source, start)
  const before = source.slice(0, start)
  if (after.startsWith('.')) return false
  const fields = /\{([^{}]*)\}\s*=\s*$/.exec(before)
  if (fields) return /\b(error|isError)\b/.test(fields[1] ?? '')
  const name = /\bconst (\w+)\s*=\s*$/.exec(before)?.[1]
  // A hook that returns the whole result leaves it to its callers.
  if (name === undefined) return true
  const uses = [
    String.raw`\b${name}\.(error|isError)\b`,
    String.raw`[[(, ]${name}[,\])]`,
    String.raw`\.\.\.${name}\b`,
    String.raw`=\{${name}\}`,
    String.raw`return (\{[^}]*)?\b${name}\b`,
  ]
  return new RegExp(uses.join('|')).test(source)
}

/** Reads whose failure needs no word on the screen, with the reason. */
const silentReads: Readonly<Record<string, string>> = {
  'accounts/SetupLinkForm.tsx': 'a hint at the address on file; the form works without it',
  'accounts/sign-in-redirect.ts': 'the session is asked for again by itself',
  'judging/office/ReceivePage.tsx': 'only the title',
  'music/SharedMusicPage.tsx': 'only the line above the title; the board below says that the same read failed',
  'payments/use-pay.ts': 'asked for again every two seconds; the page says that the payment is being confirmed',
  'registrations/best-dancers/SharedProgramPage.tsx': 'only the title; the board below says that the same read failed',
  'shell/Frame.tsx': 'whether the site is closed: every other call says so too',
  'shell/session.ts': 'the guards wait for the session and say its failure',
  'tours/TourEmblem.tsx': 'a logo; the initials stand for it',
  'tours/landing/LandingPage.tsx': 'DueNext beside it makes the same read and says so',
  'tours/landing/schedule.ts': 'DueNext beside it makes the same read and says so',
  'waiting-list/WaitingPanel.tsx': 'names of what is sold out; without them it says that something is',
  'waiting-list/use-live-places.ts': 'the places that the registration was read with stand in',
  'waiting-list/use-waiting.ts': 'the dialog repeats what its page shows and says',
  'waivers/WaiverList.tsx': 'fills the fields of a guardian ahead',
}

test('ERR-001 ERR-002 no screen drops the failure of a read: it is said, or the list here names why not', () => {
  const dropping = files
    .filter(({ source }) => [...source.matchAll(reading)].some(({ index }) => !handlesError(source, index)))
    .map(({ file }) => file)
    .toSorted()
  expect(dropping).toEqual(Object.keys(silentReads).toSorted())
})

test('a page that has its data keeps it, and the input in it, when the read is repeated in vain', () => {
  const replacing = files.filter(({ source }) =>
    [...source.matchAll(/if \((\w+\.)?(error|isError|failed)\) return/g)].some(({ index }) =>
      /LoadError|LinkError|role="alert"/.test(source.slice(index, index + 120)),
    ),
  )
  // The error of this list is null while there is data.
  expect(replacing.map(({ file }) => file)).toEqual(['waiting-list/WaitingEntries.tsx'])
})
