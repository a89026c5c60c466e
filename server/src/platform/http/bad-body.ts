/** A request whose body is refused before anything reads it. */
export class BadBody extends Error {}
