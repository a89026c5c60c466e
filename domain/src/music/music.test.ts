import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { uploadLimits } from '../kernel/files.ts'
import { instant } from '../kernel/instant.ts'
import { audioKindOf, checkAudio, durationText, musicName } from './audio-kind.ts'
import { matchFiles } from './match-files.ts'
import { musicOpen, uploadProgress } from './music-open.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

test.each([
  ['a tagged MP3', 'ID3\x04\0\0', 'mp3'],
  ['a bare MP3', '\xff\xfb\x90\x64', 'mp3'],
  ['a WAV', 'RIFF\0\0\0\0WAVEfmt ', 'wav'],
  ['an M4A', '\0\0\0\x20ftypM4A \0\0', 'm4a'],
  ['an AIF', 'FORM\0\0\0\0AIFFCOMM', 'aif'],
  ['a packed AIF', 'FORM\0\0\0\0AIFCFVER', 'aif'],
  ['a text called .mp3', 'Dear judges, ple', undefined],
  ['a film', '\0\0\0\x20ftypisom\0\0', undefined],
  ['an AVI', 'RIFF\0\0\0\0AVI LIST', undefined],
  ['nothing', '', undefined],
])('MUS-002 MUS-003 %s is told by its first bytes', (_, start, kind) => {
  expect(audioKindOf(bytes(start))).toBe(kind)
})

test('MUS-003 MUS-004 the format is checked before the size', () => {
  const wave = bytes('RIFF\0\0\0\0WAVEfmt ')
  expect(checkAudio({ size: uploadLimits.audio, start: wave })).toMatchObject({ ok: true })
  expect(checkAudio({ size: uploadLimits.audio + 1, start: wave })).toMatchObject({
    refusal: { code: 'file.too_large', kind: 'audio' },
  })
  expect(checkAudio({ size: uploadLimits.audio + 1, start: bytes('<html>') })).toMatchObject({
    refusal: { code: 'file.invalid' },
  })
})

test.each([
  [0, '0:00'],
  [9.4, '0:09'],
  [165, '2:45'],
  [3_725, '1:02:05'],
])('MUS-001 %d seconds are shown as %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

test.each([
  ['Rain.mp3', 'mp3', 'Rain.mp3'],
  ['C:\\fakepath\\Rain.final.MP3', 'mp3', 'Rain.final.mp3'],
  ['../../etc/passwd', 'wav', 'passwd.wav'],
  ['a\u0000b\u202Egpj.exe', 'mp3', 'abgpj.mp3'],
  ['  ', 'm4a', 'music.m4a'],
  [`${'ä'.repeat(300)}.aif`, 'aif', `${'ä'.repeat(116)}.aif`],
])('a file called %j is kept as a plain name', (input, ending, remaining) =>
  expect(musicName(input, ending)).toBe(remaining),
)

const routines = [
  { id: 1, name: 'Rain' },
  { id: 2, name: 'Rain on Me' },
  { id: 3, name: 'Brass & Bone' },
  { id: 4, name: 'Élan' },
  { id: 5, name: 'Salt' },
  { id: 6, name: 'Salt' },
]

test.each([
  [['Rain.mp3'], [1]],
  [['rain_on_me (final cut).wav'], [2]],
  [
    ['07 - Brass and Bone.mp3', 'elan.m4a'],
    [3, 4],
  ],
  [['Training.mp3'], [null]],
  // Two routines, or two files, of the same name: a person says which.
  [['Salt.mp3'], [null]],
  [
    ['Rain.mp3', 'rain v2.mp3'],
    [null, null],
  ],
])('files %j are matched to routines by their names', (files, ids) => expect(matchFiles(files, routines)).toEqual(ids))

const city = { music_upload: true, end_date: calendarDate('2024-11-10'), time_zone: 'America/Los_Angeles' }

test.each([
  ['while the city takes music', {}, '2024-11-01T00:00:00Z', undefined],
  ['in its last hour there', {}, '2024-11-11T07:59:00Z', undefined],
  ['not after its last day', {}, '2024-11-11T08:00:00Z', 'music.over'],
  ['not when the city takes none', { music_upload: false }, '2024-11-01T00:00:00Z', 'music.closed'],
])('MUS-013 SEC-018 music is uploaded %s', (_, input, now, refusal) => {
  const open = musicOpen({ ...city, ...input }, instant(now))
  expect(open.ok ? undefined : open.refusal.code).toBe(refusal)
})

test.each([
  [2, 3, 0, 'Music uploaded for 2 of 5 routines'],
  [0, 1, 0, 'Music uploaded for 0 of 1 routine'],
  [2, 1, 1, 'Music uploaded for 2 of 3 routines. 1 routine needs no music'],
  [0, 0, 2, '2 routines need no music'],
])('MUS-006 %i files, %i missing and %i No Music are told apart', (uploaded, missing, without, sentence) => {
  const routines = [
    ...Array.from({ length: uploaded }, () => ({ music: {}, no_music: false })),
    ...Array.from({ length: missing }, () => ({ music: null, no_music: false })),
    ...Array.from({ length: without }, () => ({ music: null, no_music: true })),
  ]
  expect(uploadProgress(routines)).toBe(sentence)
})
