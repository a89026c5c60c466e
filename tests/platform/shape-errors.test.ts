import { calendarDateField, idField, idInPath, listUpTo } from '@callboard/contract/fields.ts'
import { readShape, WrongShape } from '@callboard/server/platform/http/shape-errors.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

const person = z.object({
  fname: z.string().min(1).max(5),
  age: z.number(),
  gender_id: idField,
  primary: z.boolean(),
  person: z.object({ birthdate: calendarDateField }),
  starts: calendarDateField,
  kind: z.enum(['dancer', 'teacher']),
  contacts: listUpTo(1, z.string()),
})
const valid = {
  fname: 'Ana',
  age: 1.5,
  gender_id: 1,
  primary: true,
  person: { birthdate: '2012-02-29' },
  starts: '2024-10-01',
  kind: 'dancer',
  contacts: [],
}

const problemOf = (schema: z.core.$ZodType, value: unknown) => {
  try {
    readShape(schema, value)
  } catch (error) {
    if (error instanceof WrongShape) return error.body
    throw error
  }
  throw new Error('The value was read.')
}

test.each<[field: string, value: unknown, code: string, message: string]>([
  ['fname', undefined, 'required', 'Required'],
  ['fname', null, 'required', 'Required'],
  ['fname', '', 'required', 'Required'],
  ['fname', 7, 'wrong_type', 'Please enter text.'],
  ['fname', 'Odette', 'too_big', 'Please use at most 5 characters.'],
  ['age', 'ten', 'wrong_type', 'Please enter a number.'],
  ['gender_id', 1.5, 'wrong_type', 'Please enter a whole number.'],
  ['gender_id', 0, 'too_small', 'Please enter at least 1.'],
  ['primary', 'yes', 'wrong_type', 'Please enter true or false.'],
  ['person', [], 'wrong_type', 'Please enter an object.'],
  ['starts', '2021-02-29', 'wrong_format', 'Please enter a date.'],
  ['kind', 'parent', 'not_one_of', 'Please choose one of: dancer, teacher.'],
  ['contacts', {}, 'wrong_type', 'Please enter a list.'],
  ['contacts', ['a', 'b'], 'too_big', 'Please choose at most 1.'],
])('ERR-024 a wrong %s, %j, is refused as %s: %s', (field, value, code, message) => {
  const problem = problemOf(person, { ...valid, [field]: value })
  expect(problem).toMatchObject({ code: 'malformed', message, field, fields: { [field]: message } })
  expect(problem.problems).toEqual([expect.objectContaining({ field, code, message })])
})

test.each(['0x3', '3.0', ' 3', '3e0', '03', '+3', '-3', '0', '', '2147483648', ['3', '4'], undefined])(
  'ERR-024 an id of %j in an address is refused',
  (id) => {
    expect(problemOf(z.object({ id: idInPath }), { id })).toMatchObject({ code: 'malformed', field: 'id' })
  },
)

test('an id in an address is read as its number', () => {
  const schema = z.object({ id: idInPath, other: idInPath.optional() })
  expect(readShape(schema, { id: '2147483647' })).toEqual({ id: 2_147_483_647 })
})

test.each(['2021-02-29', '02/29/2012', '', 20_120_301])('ROST-005 M004 a birthdate of %j is refused', (birthdate) => {
  expect(problemOf(person, { ...valid, person: { birthdate } })).toMatchObject({
    field: 'person.birthdate',
    message: 'Invalid Birthdate (MM/DD/YYYY)',
  })
})

test('ERR-024 a parameter of the path or query that is missing is Required, one of another type is not', () => {
  const query = z.object({ registration_id: idInPath })
  expect(problemOf(query, {}).message).toBe('Required')
  expect(problemOf(query, { registration_id: 'four' }).message).toBe('Please enter a number.')
})
