import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadBody, deepest } from './guard-body.ts'

/** How much of a refused body is read and dropped. */
const mostDiscarded = 64_000_000

/**
 * Drains the rest of a refused body: a client reads the response only after it has sent everything, and an early close
 * loses the response. Returns false when the body is too large; the connection must then be closed.
 */
export async function discardBody({ headers, raw }: FastifyRequest): Promise<boolean> {
  const length = Number(headers['content-length'] ?? 0)
  if (raw.readableEnded || (length === 0 && headers['transfer-encoding'] === undefined)) return true
  if (raw.destroyed || length > mostDiscarded) return false
  return new Promise((resolve) => {
    let discarded = 0
    const settle = (isWhole: boolean) => {
      raw.off('data', count).off('end', onEnd).off('close', onClose)
      if (!isWhole) raw.pause()
      resolve(isWhole)
    }
    const count = (part: Buffer) => {
      discarded += part.length
      if (discarded > mostDiscarded) settle(false)
    }
    const onEnd = () => settle(true)
    const onClose = () => settle(false)
    raw.on('data', count).on('end', onEnd).on('close', onClose).resume()
  })
}

/** Reads JSON, no other body, and checks its size before it is parsed. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, callback) => {
    try {
      checkJsonSize(body.toString())
      void parse(request, body.toString(), callback)
    } catch (error) {
      callback(error as Error)
    }
  })
}

/** Commas: a registration of 600 people and 500 routines has half as many. */
const mostValues = 60_000

/**
 * Refuses JSON that is too deep or has too many values before it is parsed: parser and shape checks process the whole
 * text, even when few fields are used.
 */
export function checkJsonSize(text: string): void {
  let [depth, values, inText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (inText) {
      if (sign === 0x5c) at += 1
      else if (sign === 0x22) inText = false
    } else if (sign === 0x22) inText = true
    else if (sign === 0x7b || sign === 0x5b) depth += 1
    else if (sign === 0x7d || sign === 0x5d) depth -= 1
    else if (sign === 0x2c) values += 1
    if (depth > deepest || values > mostValues) throw new BadBody('Please check what you entered.')
  }
}

type DefinedFields<Change> = { [Name in keyof Change]?: Exclude<Change[Name], undefined> }

/** Returns the fields of a change that are defined. */
export const definedFields = <Change extends object>(change: Change): DefinedFields<Change> =>
  // The cast is safe: undefined fields were removed.
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as DefinedFields<Change>
