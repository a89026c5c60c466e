type OpeningReply = { reply: Promise<Response>; arrivedAt?: number }

/** In milliseconds, as long as an answer counts as fresh (main.tsx). */
const lifetime = 30_000

const openingReplies = () => Reflect.get(globalThis, 'openingReplies') as Map<string, OpeningReply> | undefined

/**
 * The answer to a read that the document started before the scripts were there (`startReads` of the server), once only;
 * undefined where there is none, or none that is good and fresh: the call is made then.
 */
export function takeOpeningReply(method: string, url: string): Promise<Response | undefined> | undefined {
  const key = `${method} ${url}`
  const opening = openingReplies()?.get(key)
  openingReplies()?.delete(key)
  return opening?.reply.then(
    (response) => (response.ok && performance.now() - (opening.arrivedAt ?? 0) < lifetime ? response : undefined),
    () => undefined,
  )
}

/** After a change the answers may be otherwise. */
export const dropOpeningReplies = () => openingReplies()?.clear()
