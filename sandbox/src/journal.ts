import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Entry = readonly [shelf: string, id: string, value: unknown]

/** One JSON line per change. A last line cut short by a crash was never answered, so it is left out. */
export function openJournal(file?: string) {
  const entries = file && existsSync(file) ? readEntries(file) : []
  const line = (entry: Entry) => `${JSON.stringify(entry)}\n`

  return {
    replay(shelf: string, take: (id: string, value: unknown) => void) {
      for (const [of, id, value] of entries) if (of === shelf) take(id, value)
    },
    write(shelf: string, id: string, value: unknown) {
      if (file) appendFileSync(file, line([shelf, id, value]))
    },
    compact(living: readonly Entry[]) {
      entries.length = 0
      if (!file) return
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, living.map(line).join(''))
      renameSync(`${file}.new`, file)
    },
  }
}

function readEntries(file: string): Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as Entry]
      } catch {
        return []
      }
    })
}
