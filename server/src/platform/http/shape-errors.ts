import { invalidBirthdate } from '@callboard/domain/roster/contact.ts'
import { z } from 'zod'

/** One problem of a value's shape: `message` for a person, `code` and its facts for a program. */
type ShapeProblem = {
  field: string
  code: 'required' | 'wrong_type' | 'not_one_of' | 'too_big' | 'too_small' | 'wrong_format' | 'unfit'
  message: string
  expected?: string
  maximum?: number
  minimum?: number
  values?: readonly unknown[]
}

const unfit = 'Please check this entry.'

/** Expected type and message of each JSON type. */
const expectations: Partial<Record<string, readonly [expected: string, message: string]>> = {
  string: ['text', 'Please enter text.'],
  number: ['number', 'Please enter a number.'],
  int: ['whole number', 'Please enter a whole number.'],
  boolean: ['true or false', 'Please enter true or false.'],
  array: ['list', 'Please enter a list.'],
  object: ['object', 'Please enter an object.'],
  record: ['object', 'Please enter an object.'],
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): Omit<ShapeProblem, 'field'> {
  if (value === undefined || value === null) return { code: 'required', message: 'Required' }
  // ROST-005: every invalid birthdate has the same message.
  const isBirthdate = issue.path.at(-1) === 'birthdate'
  if (isBirthdate) return { code: 'wrong_format', expected: 'date as YYYY-MM-DD', message: invalidBirthdate }

  switch (issue.code) {
    case 'invalid_type': {
      const [expectedType, message] = expectations[issue.expected] ?? [issue.expected, unfit]
      return { code: 'wrong_type', expected: expectedType, message }
    }
    case 'invalid_value':
      return { code: 'not_one_of', values: issue.values, message: `Please choose one of: ${issue.values.join(', ')}.` }
    case 'too_big': {
      const maximum = Number(issue.maximum)
      if (issue.origin === 'string')
        return { code: 'too_big', maximum, message: `Please use at most ${maximum} characters.` }
      if (issue.origin === 'array') return { code: 'too_big', maximum, message: `Please choose at most ${maximum}.` }
      return { code: 'too_big', maximum, message: `Please enter at most ${maximum}.` }
    }
    case 'too_small': {
      const isEmpty = issue.origin === 'string' || issue.origin === 'array'
      const minimum = Number(issue.minimum)
      if (isEmpty) return { code: 'required', message: 'Required' }
      // Ids and counts start at one.
      const least = issue.inclusive === false ? minimum + 1 : minimum
      return { code: 'too_small', minimum: least, message: `Please enter at least ${least}.` }
    }
    case 'invalid_format':
      return issue.format === 'date'
        ? { code: 'wrong_format', expected: 'date as YYYY-MM-DD', message: 'Please enter a date.' }
        : // A pattern may say what it wants; zod's own text shows the expression.
          {
            code: 'wrong_format',
            expected: issue.format,
            message: issue.message.startsWith('Invalid ') ? unfit : issue.message,
          }
    case 'custom':
      // 'Invalid input' is zod's own text of a check that has none.
      return { code: 'unfit', message: issue.message === 'Invalid input' ? unfit : issue.message }
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return { code: 'unfit', message: unfit }
  }
}

/** A request of the wrong shape, with the body of its response. */
export class WrongShape extends Error {
  body: ReturnType<typeof describeShape>

  constructor(body: ReturnType<typeof describeShape>) {
    super(body.message)
    this.body = body
  }
}

/** The first field at fault, and a sentence for each. */
function describeShape(issues: readonly z.core.$ZodIssue[], value: unknown, within: readonly PropertyKey[]) {
  const problems: ShapeProblem[] = issues.map((issue) => ({
    field: [...within, ...issue.path].join('.'),
    ...describeIssue(issue, valueAt(value, issue.path)),
  }))
  const [first] = problems
  return {
    code: 'malformed',
    message: first?.message ?? 'Please check what you entered.',
    ...(first?.field && { field: first.field }),
    fields: Object.fromEntries(problems.filter(({ field }) => field).map(({ field, message }) => [field, message])),
    problems,
  }
}

/** Parses a value with `schema`; throws WrongShape. `within`: the value's location in the request. */
export function readShape<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  within: readonly PropertyKey[] = [],
): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (!result.success) throw new WrongShape(describeShape(result.error.issues, value, within))
  return result.data
}
