/** 'a', 'a and b', 'a, b and c'. */
export function listed(parts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`
}

/** How many names a sentence bears. */
const namedCount = 4

/** The same of names; of many the first few, and how many more. */
export const namesIn = (names: readonly string[]): string =>
  names.length <= namedCount + 1
    ? listed(names)
    : listed([...names.slice(0, namedCount), `${names.length - namedCount} more`])
