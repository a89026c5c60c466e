import { foldText } from '@callboard/domain/kernel/fold-text.ts'
import { sql, type RawBuilder } from 'kysely'

/** 'moon stu' as a question to the word index: each word a beginning. Null: there is no word in it. */
function wordsOf(searchText: string): string | null {
  const words = foldText(searchText).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null
}

/** The input in lower case, its `like` wildcards escaped. */
const plainPattern = (searchText: string) =>
  searchText
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')

/** Returns the `like` pattern for texts that start with the input, in lower case. */
const beginsWith = (searchText: string) => `${plainPattern(searchText)}%`

/** Returns the `like` pattern for texts that contain the input, in lower case. */
export const contains = (searchText: string) => `%${plainPattern(searchText)}%`

/** Parses an office search into a number, words and an address prefix. '#5' is only a number. */
export function searchOf(searchText: string) {
  const [, mark, number = 0] = /^(#?)(\d{1,9})$/.exec(searchText.trim()) ?? []
  return { number, words: mark ? null : wordsOf(searchText), begins: beginsWith(searchText) }
}

/**
 * The order of names as people look for them: de la Cruz among D, Álvarez among A. The database itself orders by bytes,
 * so that an index is read the same on every system; this order has no index, and is for lists of one city or one owner.
 */
export const inNameOrder = (name: RawBuilder<unknown>) => sql<string>`${name} collate "und-x-icu"`

/** Ids of the people in whose name each of the words begins one. */
export const peopleNamed = (words: string | null) =>
  sql<number>`select id from persons where search_words(fname || ' ' || lname) @@ to_tsquery('simple', ${words})`
