import { expect, test } from 'vitest'
import { checkBrandRows, numberNewRows, type BrandRow } from './brand-lists.ts'

const plain: BrandRow = { id: 1, event_id: null, replaces: null, hidden: false }
const storedRows = [plain, { ...plain, id: 2 }, { ...plain, id: 9, event_id: 7, replaces: 2 }]

test.each<[string, Partial<BrandRow>, string | null]>([
  ['a row of the product', { id: 3 }, null],
  ['a row that a brand adds', { id: 3, event_id: 7 }, null],
  ['another name for a row of the product', { id: 3, event_id: 7, replaces: 1 }, null],
  ['a row that a brand does without', { id: 3, event_id: 7, replaces: 1, hidden: true }, null],
  ['a change of a brand’s row', { id: 9, event_id: 7, replaces: 2, hidden: true }, null],
  ['a row that goes to another brand', { id: 9, event_id: 8, replaces: 2 }, 'This row belongs to its brand'],
  ['a row of the product that becomes a brand’s', { id: 1, event_id: 7 }, 'This row belongs to its brand'],
  ['a row of the product for another one', { id: 3, replaces: 1 }, 'Only a brand’s row'],
  ['a hidden row of the product', { id: 3, hidden: true }, 'Only a brand’s row'],
  ['hiding nothing', { id: 3, event_id: 7, hidden: true }, 'Choose the row'],
  ['a row for another brand’s', { id: 3, event_id: 7, replaces: 9 }, 'only replace a shared row'],
  ['a row for one there is not', { id: 3, event_id: 7, replaces: 40 }, 'only replace a shared row'],
])('OFF-013 a list takes %s, or says why not', (_, change, why) => {
  const result = checkBrandRows([{ ...plain, ...change }], storedRows)
  if (why === null) expect(result.ok).toBe(true)
  else
    expect(result).toMatchObject({
      ok: false,
      refusal: { code: 'office.brand_row', why: expect.stringContaining(why) },
    })
})

type NewRow = { id: number; name?: string; id_v?: string }
test.each<[string, NewRow[], (boolean | undefined)[], NewRow[]]>([
  ['a free number stays', [{ id: 4 }], [true], [{ id: 4 }]],
  ['a taken one becomes the next', [{ id: 3, name: 'Cape' }], [true], [{ id: 4, name: 'Cape' }]],
  ['with the code that a brand’s level has by it', [{ id: 3, id_v: '3v' }], [true], [{ id: 4, id_v: '4v' }]],
  ['not with a code of its own', [{ id: 3, id_v: 'JR' }], [true], [{ id: 4, id_v: 'JR' }]],
  ['a change keeps its number', [{ id: 3 }], [undefined], [{ id: 3 }]],
  ['several get one each', [{ id: 1 }, { id: 3 }, { id: 5 }], [true, true, true], [{ id: 6 }, { id: 7 }, { id: 5 }]],
])('OFF-013 the number of a new row: %s', (_, rows, isNew, numberedRows) => {
  expect(numberNewRows(rows, { key: 'id', isNew, takenNumbers: [1, 2, 3] })).toEqual(numberedRows)
})
