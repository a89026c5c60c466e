import { useMemo } from 'react'
import { useRouter } from 'wouter'

type SearchValues = Readonly<Record<string, unknown>>

/** Values are JSON where they can be: `page=2` is the number 2. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const parseSearch = (text: string): SearchValues =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, parseValue(value)]))

/** A text that would be read as JSON is quoted, so that it comes back as the text it was. */
const formatValue = (value: unknown) =>
  typeof value === 'string' && parseValue(value) === value ? value : JSON.stringify(value)

/** Returns the query string with its `?`, or nothing; undefined values are left out. */
export function formatSearch(search: SearchValues): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(entries.map(([name, value]) => [name, formatValue(value)])).toString()
  return text && `?${text}`
}

/** The query parameters of the shown screen. wouter's `useSearch` decodes the text a second time: `%2525` becomes `%`. */
export function useSearchValues(): SearchValues {
  const router = useRouter()
  const text = router.searchHook(router)
  return useMemo(() => parseSearch(text), [text])
}
