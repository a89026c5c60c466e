import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../../web/src')

/** Texts of the browser's files, by their path under its source. */
export const readSources = (extension: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(extension))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  )
export const sources = readSources('.tsx')

/** Screens that keep what is typed in them, each with its text. */
export const formsWithDraft = [...sources].filter(
  ([file, text]) => !file.startsWith('ui/') && text.includes('useDraft('),
)
