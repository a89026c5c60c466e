export type LocationSearch = Readonly<Record<string, unknown>>

/** An address inside the product. `key` identifies its entry of the history. */
export type PageLocation = {
  href: string
  pathname: string
  search: LocationSearch
  searchText: string
  hash: string
  key: string
}

/** Values are JSON where they can be: `page=2` is the number 2. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const parseSearch = (text: string): LocationSearch =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, parseValue(value)]))

/** A text that would be read as JSON is quoted, so that it comes back as the text it was. */
const formatValue = (value: unknown) =>
  typeof value === 'string' && parseValue(value) === value ? value : JSON.stringify(value)

/** Returns the query string with its `?`, or nothing; undefined values are left out. */
export function formatSearch(search: LocationSearch): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(entries.map(([name, value]) => [name, formatValue(value)])).toString()
  return text && `?${text}`
}

// Only paths are read from it; the host never shows.
const anyOrigin = 'http://callboard.invalid'

export function locationOf(href: string, key = ''): PageLocation {
  const { pathname, search, hash } = new URL(href, anyOrigin)
  return { href: pathname + search + hash, pathname, search: parseSearch(search), searchText: search, hash, key }
}
