import { markupTexts } from './markup.ts'

/**
 * Returns a function that makes the value at its first call. A format of `Intl` takes up to 10 ms on a phone, so none
 * is made while the scripts are loaded.
 */
export function makeOnce<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}

/**
 * Returns a text by its key: the one the server wrote into the page, where there is one. Formatting the dates of a page
 * took half the time of its hydration, and versions of `Intl` differ in the spaces they write.
 */
export function writtenText(key: string, make: () => string): string {
  const { texts, isWriting } = markupTexts()
  const text = texts[key] ?? make()
  if (isWriting) texts[key] = text
  return text
}
