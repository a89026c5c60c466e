/** 'moon stu' as a question to the word index: each word a beginning. Null: there is no word in it. */
function wordsOf(typed: string): string | null {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null
}

/** Returns the `like` pattern for texts that start with the input, in lower case. */
const beginsWith = (typed: string) =>
  `${typed
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/** Parses an office search into a number, words and an address prefix. '#5' is only a number. */
export function searchOf(typed: string) {
  const [, mark, number = 0] = /^(#?)(\d{1,9})$/.exec(typed.trim()) ?? []
  return { number, words: mark ? null : wordsOf(typed), begins: beginsWith(typed) }
}
