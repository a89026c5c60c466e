import { describe, expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar.ts'
import { nicknames } from '../nicknames.ts'
import { likelySame, likeness, nearestFinder } from '../likeness.ts'
import { dayFrom, guessDayOrder } from './days.ts'
import { guessEncoding, isBinary } from './encoding.ts'
import { plainCell, safeCell } from '../../kernel/csv.ts'
import { rosterCells } from './export.ts'
import { splitName } from './names.ts'
import { importBody, planImport, planWords, rowState, type RowChoice, type ComparablePerson } from './plan.ts'
import { readRows, type RowReadResult } from './rows.ts'
import { guessSheet, kindOfHeading, type Cells } from './sheet.ts'

const today = calendarDate('2024-10-01')
const genders = [
  { id: 1, name: 'Female' },
  { id: 2, name: 'Male' },
]
const person_types = [
  { id: 1, name: 'Dancer' },
  { id: 2, name: 'Teacher' },
]

describe('a column is known by its heading', () => {
  test.each([
    ['First Name', 'fname'],
    ['Student’s first name', 'fname'],
    ['SURNAME', 'lname'],
    ['Last', 'lname'],
    ['Dancer', 'name'],
    ['Student Name', 'name'],
    ['D.O.B.', 'birthdate'],
    ['Date of Birth (MM/DD/YYYY)', 'birthdate'],
    ['Sex', 'gender'],
    ['M/F', 'gender'],
    ['Role', 'person_type'],
    ['E-mail', 'email'],
    ['Parent Email', 'reminder_email'],
    ['Mother’s e-mail', 'reminder_email'],
    ['Parent first name', 'ignore'],
    ['Emergency phone', 'ignore'],
    ['Cell', 'phone'],
    ['Preferred pronouns', 'pronouns'],
    ['Parent pronouns', 'ignore'],
    ['Shoe size', null],
    ['', null],
  ] as const)('%s: %s', (heading, kind) => expect(kindOfHeading(heading)).toBe(kind))
})

describe('the headings and columns of a sheet are found', () => {
  const sheets: [string, Cells, number | null, string[]][] = [
    [
      'headings first',
      [
        ['First', 'Last', 'DOB'],
        ['Ana', 'Ruiz', '3/1/2012'],
      ],
      0,
      ['fname', 'lname', 'birthdate'],
    ],
    [
      'below merged titles and blank rows',
      [
        ['Juniper Dance – Dancer roster 2024', '', ''],
        ['', '', ''],
        ['as of September', '', ''],
        ['Name', 'Birthday', 'Sex'],
        ['Ruiz, Ana', '3/1/2012', 'F'],
      ],
      3,
      ['name', 'birthdate', 'gender'],
    ],
    [
      'a first name called Name',
      [
        ['Name', 'Surname'],
        ['Ana', 'Ruiz'],
      ],
      0,
      ['fname', 'lname'],
    ],
    [
      'a full name beside both',
      [
        ['Student Name', 'First Name', 'Last Name'],
        ['Ana Ruiz', 'Ana', 'Ruiz'],
      ],
      0,
      ['ignore', 'fname', 'lname'],
    ],
    ['one column', [['Dancers'], ['Name'], ['Ana Ruiz']], 1, ['name']],
    [
      'no headings, and what somebody is',
      [
        ['Ana', 'Ruiz', 'Dancer'],
        ['Ben', 'Okafor', 'Dancer'],
      ],
      null,
      ['fname', 'lname', 'ignore'],
    ],
    [
      'headings of which one is known',
      [
        ['Kid', 'Family', 'Sex'],
        ['Ana', 'Ruiz', 'F'],
      ],
      0,
      ['ignore', 'ignore', 'gender'],
    ],
    [
      'no headings, two names',
      [
        ['Ana', 'Ruiz', '3/1/2012', 'F'],
        ['Ben', 'Okafor', '4/2/2011', 'M'],
      ],
      null,
      ['fname', 'lname', 'birthdate', 'gender'],
    ],
    [
      'no headings, whole names',
      [
        ['1', 'Ruiz, Ana', 'ana@example.com'],
        ['2', 'Okafor, Ben', 'ben@example.com'],
      ],
      null,
      ['ignore', 'name', 'email'],
    ],
    [
      'nonsense',
      [
        ['#', '~~', '12.5'],
        ['%', '||', '13.5'],
      ],
      null,
      ['ignore', 'ignore', 'ignore'],
    ],
    ['nothing', [], null, []],
  ]
  test.each(sheets)('%s', (_, cells, header, columns) => expect(guessSheet(cells)).toEqual({ header, columns }))

  test('a hundred columns of nonsense make nobody', () => {
    const cells = Array.from({ length: 300 }, (_, row) => Array.from({ length: 100 }, (_, column) => `${row * column}`))
    expect(guessSheet(cells).columns.every((kind) => kind === 'ignore')).toBe(true)
  })
})

describe('the order of a date is guessed from its column', () => {
  test.each([
    [['03/14/2012', '01/02/2011'], 'mdy', true],
    [['14/03/2012', '01/02/2011'], 'dmy', true],
    [['14.3.2012', '1.2.2011'], 'dmy', true],
    [['03/14/2012', '01/18/2011', '14.03.2012', '01.05.2006'], 'mdy', false],
    [['03/14/2012', '14.03.2012'], 'mdy', false],
    [['01/02/2011', '03/04/2012'], 'mdy', false],
    [['01.02.2011'], 'dmy', false],
    [['05/05/2011'], 'mdy', true],
    [['2011-02-01', 'Mar 3, 2012'], 'mdy', true],
    [[], 'mdy', true],
  ] as const)('%s: %s, sure: %s', (texts, order, sure) => expect(guessDayOrder(texts)).toEqual({ order, sure }))
})

describe('a cell is read as a day', () => {
  test.each([
    ['3/1/2012', 'mdy', '2012-03-01'],
    ['3/1/2012', 'dmy', '2012-01-03'],
    ['03-01-12', 'mdy', '2012-03-01'],
    ['3/1/95', 'mdy', '1995-03-01'],
    ['1.3.2012', 'dmy', '2012-03-01'],
    ['2012-03-01', 'dmy', '2012-03-01'],
    ['2012-03-01T00:00:00.000Z', 'mdy', '2012-03-01'],
    ['3/1/2012 12:00 AM', 'mdy', '2012-03-01'],
    ['20120301', 'mdy', '2012-03-01'],
    ['March 1st, 2012', 'mdy', '2012-03-01'],
    ['1 Mar 2012', 'mdy', '2012-03-01'],
    ['1-Mar-12', 'mdy', '2012-03-01'],
    ['40969', 'mdy', '2012-03-01'],
    ['02/30/2012', 'mdy', null],
    ['13/13/2012', 'mdy', null],
    ['soon', 'mdy', null],
    ['', 'mdy', null],
  ] as const)('%s (%s): %s', (text, order, day) => expect(dayFrom(text, order, today)).toBe(day))

  test('a cell too long to be a day is none, also when it ends with one', () => {
    expect(dayFrom('3/14/2012 10:30 am', 'mdy', today)).toBe('2012-03-14')
    expect(dayFrom(`3/14/2012${' '.repeat(80_000)}10:30 am`, 'mdy', today)).toBeNull()
  })
})

test.each([
  ['Ruiz, Ana', 'Ana', 'Ruiz'],
  ['Ana Ruiz', 'Ana', 'Ruiz'],
  ['Mary Ann  Lee', 'Mary Ann', 'Lee'],
  ['Anna van der Berg', 'Anna', 'van der Berg'],
  ['Ben Okafor Jr.', 'Ben', 'Okafor Jr.'],
  ['Okafor, Jr.', 'Okafor', 'Jr.'],
  ['de la Cruz, Sofía', 'Sofía', 'de la Cruz'],
  ['Cher', 'Cher', ''],
])('the name %s is %s and %s', (whole, fname, lname) => expect(splitName(whole)).toEqual({ fname, lname }))

test.each([
  ['utf-8', [0xc3, 0xa9, 0x41]],
  ['utf-8', [0x41, 0x42]],
  ['windows-1252', [0x52, 0xe9, 0x6e, 0xe9, 0x65]],
  ['utf-16le', [0xff, 0xfe, 0x41, 0x00]],
  ['utf-16be', [0xfe, 0xff, 0x00, 0x41]],
  ['utf-16le', [0x41, 0x00, 0x6e, 0x00, 0x61, 0x00]],
] as const)('text is taken for %s by its bytes %j', (encoding, bytes) => expect(guessEncoding(bytes)).toBe(encoding))

test('a file that is no text is known by its bytes', () => {
  expect(isBinary('%PDF-1.7\u0000\u0001\u0002\u0003\u0004\ufffd\ufffd')).toBe(true)
  expect(isBinary('Ana;Ruiz\r\nZoë;Lund\t')).toBe(false)
})

const reading: RowReadResult = {
  header: 0,
  columns: ['fname', 'lname', 'birthdate', 'gender', 'person_type', 'phone'],
  order: 'mdy',
  genders,
  person_types,
  today,
}

test('rows become people; blank rows, sums and repeated headings do not', () => {
  const rows = readRows(
    [
      ['First', 'Last', 'DOB', 'Sex', 'Role', 'Cell'],
      ['Ana', 'Ruiz', '3/1/2012', 'F', 'Dancers', '(415) 555-0132'],
      ['', '', ''],
      ['First', 'Last', 'DOB', 'Sex', 'Role', 'Cell'],
      ['Ben', 'Okafor', 'soon', 'boy'],
      ['Total: 2'],
    ],
    reading,
  )
  expect(rows).toMatchObject([
    { line: 2, draft: { fname: 'Ana', birthdate: '03/01/2012', gender_id: 1, person_type_id: 1 } },
    { line: 5, draft: { fname: 'Ben', birthdate: 'soon', gender_id: 2, person_type_id: null, phone: '' } },
  ])
})

describe('the plan of a row', () => {
  const roster: ComparablePerson[] = [
    { id: 1, fname: 'Ana', lname: 'Ruiz', birthdate: calendarDate('2012-03-01'), shared: false },
    { id: 2, fname: 'Noor', lname: 'Zand', birthdate: null, shared: false },
    { id: 3, fname: 'Ida', lname: 'Moss', birthdate: null, shared: true },
    { id: 4, fname: 'Katherine', lname: 'Lindqvist', birthdate: calendarDate('2011-05-05'), shared: false },
  ]
  const plan = (people: readonly (readonly string[])[], choices: [number, RowChoice][] = []) =>
    planImport(readRows([['First', 'Last'], ...people], reading), roster, new Map(choices), today)

  test.each([
    ['somebody new', ['Mia', 'Solberg', '4/2/2011', 'F'], 'add', undefined],
    ['somebody new without a gender', ['Mia', 'Solberg', '4/2/2011', ''], 'wrong', undefined],
    ['a birthdate that is none', ['Mia', 'Solberg', '14/2/2011', 'F'], 'wrong', undefined],
    ['the same name and birthdate', ['ANA', 'ruiz', '3/1/2012', 'F'], 'skip', 'same'],
    ['the same name, no birthdate given', ['Ana', 'Ruíz', '', ''], 'skip', 'same'],
    ['the same name, another birthdate', ['Ana', 'Ruiz', '3/1/2010', 'F'], 'asks', 'other_birthdate'],
    ['a birthdate that the roster lacks', ['Noor', 'Zand', '3/1/2010', ''], 'birthdate', 'without_birthdate'],
    ['the same for a person of another account', ['Ida', 'Moss', '3/1/2010', 'F'], 'skip', 'without_birthdate'],
    ['a nickname', ['Kate', 'Lindqvist', '', 'F'], 'asks', 'alike'],
    ['a slip', ['Katherine', 'Lindquist', '5/5/2011', 'F'], 'asks', 'alike'],
    ['first and last name swapped', ['Lindqvist', 'Katherine', '', 'F'], 'asks', 'alike'],
  ] as const)('%s', (_, row, state, kind) => {
    const [firstRow] = plan([row])
    expect([firstRow && rowState(firstRow), firstRow?.meeting?.kind]).toEqual([state, kind])
  })

  test('a person who stands twice in the sheet is added once', () => {
    const rows = plan([
      ['Mia', 'Solberg', '4/2/2011', 'F'],
      ['mia', 'Solberg', '', 'F'],
      ['Mia', 'Solberg', '4/3/2009', 'F'],
    ])
    expect(rows.map(rowState)).toEqual(['add', 'skip', 'add'])
    expect(rows[1]?.meeting).toEqual({ kind: 'twice', line: 2 })
  })

  test('a day that cannot be read leaves nobody out, and takes no place in the sheet', () => {
    const rows = [
      ['Mia', 'Solberg', '18.08.2017', 'F'],
      ['Mia', 'Solberg', '4/2/2011', 'F'],
      ['Ana', 'Ruiz', '1/1/1899', 'F'],
      ['Mia', 'Solberg', '31/31/2011', 'F'],
    ]
    expect(plan(rows).map(rowState)).toEqual(['wrong', 'add', 'wrong', 'wrong'])
    expect(plan(rows).map(({ errors }) => errors.birthdate !== undefined)).toEqual([true, false, true, true])
    expect(plan(rows, [[4, 'skip']]).map(rowState)).toEqual(['wrong', 'add', 'skip', 'wrong'])
  })

  test('the plan is said in counts, and says what is saved', () => {
    const rows = plan(
      [
        ['Mia', 'Solberg', '4/2/2011', 'F'],
        ['Ana', 'Ruiz', '3/1/2012', 'F'],
        ['Noor', 'Zand', '3/1/2010', 'M'],
        ['Kate', 'Lindqvist', '', 'F'],
        ['Ben', 'Okafor', '', ''],
      ],
      [[5, 'add']],
    )
    expect(planWords(rows)).toEqual([
      '2 to add',
      '1 birthdate to complete',
      '1 already in your roster',
      '1 needs a correction',
    ])
    expect(importBody(rows.slice(0, 4), today)).toMatchObject({
      add: [
        { fname: 'Mia', birthdate: '2011-04-02' },
        { fname: 'Kate', birthdate: null },
      ],
      birthdates: [{ id: 2, birthdate: '2010-03-01' }],
    })
  })

  test('1000 rows against a roster of 1000 strangers are all planned', () => {
    const many = (n: number, last: string) =>
      Array.from({ length: n }, (_, at) => ({
        id: at,
        fname: `Na${String.fromCharCode(97 + (at % 26))}me${at}`,
        lname: `${last}${at % 97}`,
        birthdate: null,
        shared: false,
      }))
    const people = many(1000, 'Lund')
    const rows = many(1000, 'Berg').map(({ fname, lname }) => [fname, lname, '', 'F'])
    expect(planImport(readRows([['First', 'Last'], ...rows], reading), people, new Map(), today)).toHaveLength(1000)
  })
})

test('an export is read again as it was written, and no cell of it is a formula', () => {
  const cells = rosterCells(
    [
      {
        fname: '=HYPERLINK("x")',
        lname: '-Ruiz',
        gender_id: 1,
        birthdate: calendarDate('2012-03-01'),
        person_type_id: 2,
        reminder_email: 'mum@example.com',
        pronouns: 'they/them',
        contact_info: { email: 'ana@example.com', phone: '+14155550132' },
      },
    ],
    genders,
    person_types,
  )
  const safeCells = cells.map((row) => row.map(safeCell))
  expect(safeCells[1]).toEqual([
    `'=HYPERLINK("x")`,
    `'-Ruiz`,
    'Female',
    '03/01/2012',
    'Teacher',
    'ana@example.com',
    `'+14155550132`,
    'mum@example.com',
    'they/them',
  ])
  const guess = guessSheet(safeCells)
  expect(guess.columns).not.toContain('ignore')
  const rows = readRows(
    safeCells.map((row) => row.map(plainCell)),
    { ...reading, ...guess },
  )
  expect(rows[0]?.draft).toEqual({
    fname: '=HYPERLINK("x")',
    lname: '-Ruiz',
    gender_id: 1,
    birthdate: '03/01/2012',
    person_type_id: 2,
    email: 'ana@example.com',
    phone: '+14155550132',
    reminder_email: 'mum@example.com',
    pronouns: 'they/them',
  })
})

describe('ROST-020 likely matches', () => {
  const personOf = (fname: string, lname: string) => ({ fname, lname, birthdate: null })
  test.each([
    ['Kate Moss', 'Katherine Moss', true],
    ['Tori Bell', 'Victoria Bell', true],
    ['José Nuñez', 'Jose Nunez', true],
    ['Bell Victoria', 'Victoria Bell', true],
    ['Katerine Moss', 'Katherine Moss', true],
    ['Kate Moss', 'Victoria Bell', false],
    ['Kate Moss', 'Kate Bellamy', false],
  ])('%s and %s: %s', (one, other, same) => {
    const [first, second] = [one, other].map((name) => {
      const { fname, lname } = splitName(name)
      return personOf(fname, lname)
    })
    if (!first || !second) throw new Error('two names')
    expect(likeness(first, second) >= likelySame).toBe(same)
    expect(nearestFinder([second])(first)).toBe(same ? second : null)
  })

  test('every nickname is written as names are compared', () => {
    for (const names of nicknames) {
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^[a-z]+$/)
    }
  })
})
