/** Answers that may be another one later: signed out, too slow, busy, elsewhere, too many. */
const passing = [401, 408, 409, 423, 429]

/**
 * The sentence of a call that our server refuses however often it is sent. Null: it may be taken later, or another server
 * answered, such as that of a guest network before one signs in.
 */
export const finalRefusal = (status: number, text: string): string | null =>
  status < 400 || status >= 500 || passing.includes(status) ? null : refusalIn(text)

/** The sentence of a refusal of our server; null: the text is none. */
export function refusalIn(text: string): string | null {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown }
    return typeof code === 'string' && typeof message === 'string' ? message : null
  } catch {
    return null
  }
}

/** Whether an answer is about one recording alone: it is busy, was begun elsewhere, or made the server fail. */
export const isOfOne = (status: number) => [409, 423, 500].includes(status)
