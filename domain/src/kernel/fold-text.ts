const unaccented: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i' }
const apostrophes = /['`\u02b9-\u02bc\u2018\u2019]/g

/** A text as a search compares it: in lower case, without accents, each apostrophe as the one of a keyboard. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđı]/g, (letter) => unaccented[letter] ?? letter)
    .replace(apostrophes, "'")

declare const folded: unique symbol
/** A text that `foldName` made: compared with one that was not folded, a search finds nothing. */
export type FoldedName = string & { readonly [folded]: true }

/** The words of a search, as `foldName` has them. */
export const foldWords = (searchText: string): readonly string[] => foldName(searchText).split(/\s+/).filter(Boolean)

/** The folded text without its apostrophes: O’Brien, O'Brien and OBrien are one name. */
export const foldName = (text: string): FoldedName => foldText(text).replaceAll("'", '') as FoldedName

/** Whether each of these words occurs in the text. */
export const hasWords = (foldedText: FoldedName, words: readonly string[]): boolean =>
  words.every((word) => foldedText.includes(word))
