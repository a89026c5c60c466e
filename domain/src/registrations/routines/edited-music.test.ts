import { expect, test } from 'vitest'
import { instant } from '../../kernel/instant.ts'
import { musicChanges, type MusicState } from './edited-music.ts'

const music = (url: string, fields: object = {}) => ({
  ...{ id: 1, name: 'Rain.wav', url, content_type: 'audio/wav', duration: 90, notes: null },
  ...{ date_added: instant('2024-10-01T16:00:00Z'), ...fields },
})
const none: MusicState = { no_music: false, music: null }
const withMusic: MusicState = { no_music: false, music: music('a') }

test.each<[MusicState, MusicState, string[]]>([
  [none, withMusic, ['Music of “Rain” added']],
  [withMusic, { no_music: false, music: music('b') }, ['Music of “Rain” replaced']],
  [withMusic, none, ['Music of “Rain” removed']],
  [withMusic, { no_music: true, music: null }, ['No Music set for “Rain”']],
  [{ no_music: true, music: null }, none, ['No Music taken off “Rain”']],
  [{ no_music: true, music: null }, withMusic, ['Music of “Rain” added']],
  [withMusic, { no_music: false, music: music('a', { name: 'Snow.wav' }) }, ['Music of “Rain” renamed']],
  [withMusic, { no_music: false, music: music('a', { notes: 'Fade' }) }, ['Note on the music of “Rain” changed']],
  [withMusic, withMusic, []],
])('an edit that makes %j %j says %j', (before, after, sentences) => {
  const routines = [{ id: 7, routine: { name: 'Rain' } }]
  expect(musicChanges(routines, new Map([[7, before]]), { 7: after })).toEqual(sentences)
})

test('music of a new routine is added, and that of a routine that left is not spoken of', () => {
  const routines = [{ id: 8, routine: { name: 'New' } }]
  expect(musicChanges(routines, new Map([[7, withMusic]]), { 7: none, 8: withMusic })).toEqual(['Music of “New” added'])
})
