/** 'moon stu' as a question to the word index: each word a beginning. Null: there is no word in it. */
function wordsOf(typed: string): string | null {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null
}

/** What was typed as the beginning of a text in small letters, for `like`. */
const beginsWith = (typed: string) =>
  `${typed
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/** What an office search asks for: a number, words, the beginning of an address. '#5' is a number, and no word. */
export function searchOf(typed: string) {
  const [, mark, number = 0] = /^(#?)(\d{1,9})$/.exec(typed.trim()) ?? []
  return { number, words: mark ? null : wordsOf(typed), begins: beginsWith(typed) }
}
