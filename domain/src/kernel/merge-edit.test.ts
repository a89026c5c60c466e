import { expect, test } from 'vitest'
import { editConflictWording, mergeEdit } from './merge-edit.ts'
import { accept } from './result.ts'
import { worded } from './wording.ts'

type Critique = { critique: string; note: string; good: readonly number[]; venue: { name: string } | null }
const read: Critique = { critique: 'Use the floor.', note: '', good: [1, 2], venue: { name: 'Hall' } }

test.each<[string, Partial<Critique>, Partial<Critique>, Partial<Critique>]>([
  ['what the caller changed is kept', {}, { note: 'Late' }, { note: 'Late' }],
  ['what the caller left as read is left out', { critique: 'Breathe.' }, { ...read, note: 'Late' }, { note: 'Late' }],
  ['what both changed alike is no conflict', { note: 'Late' }, { note: ' Late ' }, { note: ' Late ' }],
  ['the order of numbers means nothing', { good: [2, 1] }, { good: [2, 1, 3] }, { good: [2, 1, 3] }],
  ['nothing changed at all', {}, read, {}],
])('%s', (_, theirs, change, merged) => {
  expect(mergeEdit({ current: { ...read, ...theirs }, base: read, change })).toEqual(accept(merged))
})

test('derived fields of the stored record are no change by somebody else', () => {
  const current = { ...read, venue: { id: 7, name: 'Hall' } }
  const change = { venue: { name: 'Pier' } }
  expect(mergeEdit<Partial<Critique>>({ current, base: read, change })).toEqual(accept(change))
})

test('a caller who does not say what they read overwrites', () => {
  expect(mergeEdit({ current: { note: 'Theirs' }, base: undefined, change: { note: 'Ours' } })).toEqual(
    accept({ note: 'Ours' }),
  )
})

test.each<[title: string, theirs: Partial<Critique>, sentence: string, field?: string]>([
  ['a text is quoted', { note: 'Theirs' }, 'changed the remark since you opened this. It now reads “Theirs”.'],
  ['a text that was emptied', { critique: '' }, 'changed the critique since you opened this. It is empty now.'],
  ['a record that was taken out', { venue: null }, 'changed the venue since you opened this.'],
  [
    'a part of a record',
    { venue: { name: 'Theirs' } },
    'changed the venue since you opened this. It now reads “Theirs”.',
    'venue.name',
  ],
  ['several are listed', { note: 'Theirs', good: [9] }, 'changed the remark and good since you opened this.'],
])('a field that both changed is refused: %s', (_, theirs, sentence, field = Object.keys(theirs)[0]) => {
  const change: Critique = { critique: 'Ours', note: 'Ours', good: [5], venue: { name: 'Ours' } }
  const merged = mergeEdit({ current: { ...read, ...theirs }, base: read, change, labels: { note: 'remark' } })
  if (merged.ok) throw new Error('It was not refused')
  expect(merged.refusal).toMatchObject({ code: 'edit_conflict', current: theirs })
  expect(merged.refusal.field).toBe(field)
  expect(worded(editConflictWording, merged.refusal)).toBe(
    `Someone else ${sentence} Save again to replace it with yours.`,
  )
})

test('the stored value of a choice is not quoted: its form has other words for it', () => {
  const merged = mergeEdit({
    ...{ current: { state: 'to_confirm' }, base: { state: 'any' }, change: { state: 'completed' } },
    choices: ['state'],
  })
  if (merged.ok) throw new Error('It was not refused')
  expect(worded(editConflictWording, merged.refusal)).toBe(
    'Someone else changed the state since you opened this. Save again to replace it with yours.',
  )
})
