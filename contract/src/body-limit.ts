import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** Bytes of a body with a few fields. A process that is sent many at once holds this much of each. */
export const smallBody = 64_000
/** Bytes of a body with lists of people or routines: 600 people and 500 routines fit. */
export const largeBody = 1_500_000

const bytesPerCharacter = 3
const bytesPerNumber = 24

type Definition = {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  options?: readonly z.core.$ZodType[]
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
}

/** The greatest length that the checks of a text or list allow. */
function boundOf(checks: Definition['checks'] = []): number {
  const bounds = checks.map(({ _zod: { def } }) => (def.check === 'max_length' ? (def.maximum ?? Infinity) : Infinity))
  return Math.min(Infinity, ...bounds)
}

/** The bytes that the largest JSON of this shape has; infinite where the shape sets no bound. */
export function mostBytes(schema: z.core.$ZodType): number {
  const { type, innerType, in: input, element, shape, options, checks } = schema._zod.def as unknown as Definition
  if (innerType) return mostBytes(innerType)
  if (input) return mostBytes(input)
  if (options) return Math.max(...options.map(mostBytes))
  if (element) return 2 + boundOf(checks) * (1 + mostBytes(element))
  if (shape) return 2 + sum(Object.entries(shape).map(([key, field]) => key.length + 4 + mostBytes(field)))
  if (type === 'string') return 2 + bytesPerCharacter * boundOf(checks)
  // A literal or one of a list: short words of the contract.
  return type === 'unknown' || type === 'any' || type === 'record' ? Infinity : bytesPerNumber
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** How large a body the server reads for a call, by the shape it declares. */
export const bodyLimit = ({ body, form, takesRecord }: Pick<Endpoint, 'body' | 'form' | 'takesRecord'>): number =>
  form === null && !takesRecord && mostBytes(body) <= smallBody ? smallBody : largeBody
