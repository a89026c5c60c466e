// The package ships no types; this is all that is used of it.
declare module 'fontkit' {
  /** A font, or a collection of them, from the bytes of a file. */
  export function create(content: Buffer): { characterSet: number[] } | { fonts: unknown[] }
}
