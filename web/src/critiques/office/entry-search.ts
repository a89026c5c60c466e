type Entry = { label: string; name: string; studio: string }

/** Whether every word of a search is in the number, the title or the studio of an entry: a city's entries are read at once. */
export function isEntryMatch({ label, name, studio }: Entry, searchText: string): boolean {
  const text = `${label} ${name} ${studio}`.toLocaleLowerCase()
  return searchText
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
