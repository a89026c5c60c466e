import { foldName, foldWords, hasWords } from '@callboard/domain/kernel/fold-text.ts'
import { ListViews } from '../../shell/OfficeList.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useSearchParams, useSearchText } from '../../ui/use-search-params.ts'

type Entry = { label: string; name: string; studio: string }
type SearchParams = { q?: string | number; missing?: boolean }

/**
 * The search of a city's entries, which the page has read at once, and whether only what is missing is shown. Both stand
 * in the address, so that a saved view has them.
 */
export function useEntryFilter() {
  const [{ q, missing: missingOnly = false }, show] = useSearchParams<SearchParams>()
  const [searchText, setSearchText] = useSearchText(q, show)
  const words = foldWords(searchText)
  return {
    missingOnly,
    setMissingOnly: (isOn: boolean) => show({ missing: isOn || undefined }),
    /** Whether every word is in the number, the title or the studio. */
    isMatch({ label, name, studio }: Entry): boolean {
      return hasWords(foldName(`${label} ${name} ${studio}`), words)
    },
    filters: (
      <>
        <SearchField value={searchText} placeholder="Number, routine or studio" onChange={setSearchText} />
        <ListViews />
      </>
    ),
  }
}
