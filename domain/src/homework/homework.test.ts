import { expect, test } from 'vitest'
import { checkHomework, matchesHomework, playerAddress, suggestHomework, type HomeworkDraft } from './homework.ts'

const video = (id: number, critique_item_ids: number[], performance_division_ids: number[] = [], active = true) => ({
  ...{ id, active, critique_item_ids, performance_division_ids },
})
const library = [
  video(1, [10]),
  video(2, [11], [5]),
  video(3, [12], [6]),
  video(4, [10, 11]),
  video(5, [13], [], false),
]

test.each<[string, number[], number[]]>([
  ['nothing is marked bad', [], []],
  ['one item', [10], [1, 4]],
  ['the item marked most comes first', [10, 11, 11], [4, 2, 1]],
  ['a video of another division is left out', [12], []],
  ['a video that is not active is left out', [13], []],
  ['an item without a video', [99], []],
])('RES-009 suggests homework by marks: %s', (_, bad_item_ids, ids) =>
  expect(suggestHomework(library, { performance_division_id: 5, bad_item_ids })).toEqual(ids),
)

test('RES-009 suggests three videos at most', () => {
  const many = [1, 2, 3, 4, 5].map((id) => video(id, [10]))
  expect(suggestHomework(many, { performance_division_id: 5, bad_item_ids: [10] })).toEqual([1, 2, 3])
})

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/watch?t=9&v=dQw4w9WgXcQ&list=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?t=1', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  [' https://vimeo.com/76979871 ', 'https://player.vimeo.com/video/76979871'],
  ['https://player.vimeo.com/video/76979871?h=1', 'https://player.vimeo.com/video/76979871'],
  ['http://youtu.be/dQw4w9WgXcQ', undefined],
  ['https://evil.example/watch?v=dQw4w9WgXcQ', undefined],
  ['https://youtube.com.evil.example/embed/dQw4w9WgXcQ', undefined],
  ['javascript:alert(1)', undefined],
])('the player of %s is %s', (address, player) => expect(playerAddress(address)).toBe(player))

const draft: HomeworkDraft = {
  ...{ name: ' Turns ', staff: 'Noor', group: 'Foundation', search_text: '', video: null, active: true },
  ...{ performance_division_ids: [], critique_item_ids: [] },
}

test('OFF-033 a video has a name, and plays on YouTube or Vimeo', () => {
  expect(checkHomework(draft)).toMatchObject({ ok: true, value: { name: 'Turns', video: null } })
  expect(checkHomework({ ...draft, name: ' ' }).ok).toBe(false)
  expect(checkHomework({ ...draft, video: 'https://example.com/a.mp4' }).ok).toBe(false)
})

test.each([
  [null, '', true],
  ['Foundation', 'turn noor', true],
  ['Foundation', 'JAZZ spot', true],
  ['Creative', '', false],
  [null, 'tap', false],
] as const)('RES-026 group %s and search “%s” match: %s', (group, searchText, isMatch) => {
  const one = { ...draft, name: 'Turns', search_text: 'spotting', performance_divisions: [{ name: 'Jazz' }] }
  expect(matchesHomework(one, group, searchText)).toBe(isMatch)
})
