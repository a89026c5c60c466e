import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { addStartJobs } from '@callboard/server/worker.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasFfmpeg } from '../debian-packages.ts'
import { openMediaCity } from './media-kit.ts'

const { stage, office, tour_date_id, routine_id, other_routine_id, ...calls } = await openMediaCity()
const { upload, row, contentOf, cityMedia } = calls
const { db, call } = stage

const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-recorders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file as ffmpeg writes it. */
function make(name: string, ...args: string[]): Buffer {
  const file = path.join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, file])
  return readFileSync(file)
}
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3', '-ac', '1']
let webm: Buffer
let fragmented: Buffer
let plain: Buffer
beforeAll(() => {
  if (!hasFfmpeg()) return
  // As Chromium records: Opus in WebM, streamed, so that neither length nor index is written.
  webm = make('a.webm', ...tone, '-af', 'volume=-20dB', '-c:a', 'libopus', '-f', 'webm', '-live', '1')
  // As Safari records: AAC in MP4 of fragments.
  fragmented = make('a.mp4', ...tone, '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof')
  plain = make('b.m4a', ...tone, '-c:a', 'aac')
})

describe.runIf(hasFfmpeg())('processing', () => {
  test('OFF-031 RES-010 gives a browser’s recording a length, an index at its start, a curve and −16 LUFS', async () => {
    for (const [name, content] of [
      ['1_1.webm', webm],
      ['1_2.mp4', fragmented],
    ] as const) {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const media = await row(await upload(name, content, { sha256 }))
      expect(media).toMatchObject({ state: 'ready', content_type: 'audio/mp4', registration_routine_id: routine_id })
      expect(media.duration_ms).toBeGreaterThan(2_900)
      expect(media.duration_ms).toBeLessThan(3_200)
      expect(media.peaks).toHaveLength(400)
      expect(Math.max(...(media.peaks ?? []))).toBe(255)
      const file = path.join(folder, 'out.m4a')
      const converted = await contentOf(media.key)
      execFileSync('sh', ['-c', 'cat > "$0"', file], { input: converted })
      // The index stands before the sound.
      expect(converted.indexOf('moov')).toBeLessThan(converted.indexOf('mdat'))
      const report = execFileSync('sh', [
        '-c',
        'ffmpeg -nostats -i "$0" -af ebur128=framelog=verbose -f null - 2>&1',
        file,
      ])
      const loudness = Number([...report.toString().matchAll(/I:\s+(-?[\d.]+) LUFS/g)].at(-1)?.[1])
      expect(Math.abs(loudness + 16)).toBeLessThan(1)
    }
    const { entries } = await cityMedia()
    const first = entries.find(({ id }) => id === routine_id)
    expect(first?.seats.map(({ media }) => media.map(({ state }) => state))).toEqual([['ready'], ['ready']])
    // The originals are deleted once their jobs have run.
    await stage.runJobs()
    expect(
      await stage.files.head(`media/${tour_date_id}/${first?.seats[0]?.media[0]?.id}.original.webm`, 1),
    ).toBeUndefined()
  })

  test('OFF-031 a file that is cut off fails with a sentence, and can be tried again', async () => {
    const id = await upload('2_1.m4a', plain.subarray(0, Math.floor(plain.length * 0.6)))
    const find = async () =>
      (await cityMedia()).entries
        .flatMap((entry) => entry.seats.flatMap(({ media }) => media))
        .find((one) => one.id === id)
    expect(await find()).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('cut off'),
      can_retry: true,
    })
    // The whole file lies there now.
    await stage.files.put((await row(id)).key ?? '', plain, 'audio/mp4')
    expect((await call(office, 'POST', `/v1/office/media/${id}/retry`)).statusCode).toBe(204)
    expect((await call(office, 'POST', `/v1/office/media/${id}/retry`)).json().code).toBe('media.state')
    await stage.runJobs()
    expect(await find()).toMatchObject({ state: 'ready', failure: null })
  })

  test('OFF-031 a file changed on its way, and one without sound, fail with a sentence', async () => {
    const wrong = await upload('2_2.m4a', plain, { sha256: '0'.repeat(64) })
    expect(await row(wrong)).toMatchObject({ state: 'failed', failure: 'wrong_checksum', key: null })
    const silentFilm = make('c.mp4', '-f', 'lavfi', '-i', 'color=c=black:s=64x64:d=1', '-c:v', 'libx264')
    expect(await row(await upload('2_2.mp4', silentFilm))).toMatchObject({ state: 'failed', failure: 'no_sound' })
  })

  test('SEC-025 a file that names others is not followed', async () => {
    // Packed as WebM by its first bytes, a list of files by the rest.
    const playlist = Buffer.from(
      '\x1a\x45\xdf\xa3\n#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n',
      'latin1',
    )
    expect(await row(await upload('2_2.webm', playlist))).toMatchObject({ state: 'failed', failure: 'damaged' })
    // An MP3 by its first bytes. Behind its tag stands a list of files, and ffmpeg left to itself reads that instead.
    make('named.ts', ...tone, '-c:a', 'aac')
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)])
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile://${folder}/named.ts\n#EXT-X-ENDLIST\n`
    const tagged = await upload('2_2.mp3', Buffer.concat([tag, Buffer.from(list)]))
    expect(await row(tagged)).toMatchObject({ state: 'failed', failure: 'damaged' })
  })

  /** A recording taken in while ffmpeg was missing. */
  async function takeInWithoutFfmpeg(name: string, content: Buffer) {
    const { ffmpeg } = stage.media
    stage.media.ffmpeg = 'no-such-program'
    const id = await upload(name, content)
    stage.media.ffmpeg = ffmpeg
    return id
  }
  const convertWaiting = async () => {
    await addStartJobs(db)
    await stage.runJobs()
  }

  test('RES-010 a recording that came without ffmpeg is converted at a later start, and keeps its state', async () => {
    const ready_id = await takeInWithoutFfmpeg('1_1.webm', webm)
    const withheld_id = await takeInWithoutFfmpeg('1_2.webm', webm)
    expect((await call(office, 'PUT', `/v1/office/media/${withheld_id}/withhold`, { reason: 'Hers' })).statusCode).toBe(
      204,
    )
    const { key } = await row(ready_id)

    stage.media.ffmpeg = 'still-no-such-program'
    await convertWaiting()
    expect(await row(ready_id)).toMatchObject({ key, peaks: null, conversion_tries: 0 })
    stage.media.ffmpeg = 'ffmpeg'
    await convertWaiting()

    const media = await row(ready_id)
    expect(media).toMatchObject({ state: 'ready', content_type: 'audio/mp4', conversion_failure: null })
    expect(media.duration_ms).toBeGreaterThan(2_900)
    expect(media.peaks).toHaveLength(400)
    expect((await contentOf(media.key)).subarray(4, 8).toString()).toBe('ftyp')
    expect(await row(withheld_id)).toMatchObject({
      state: 'withheld',
      withheld_reason: 'Hers',
      content_type: 'audio/mp4',
    })
    // The original stays for a listener who is in the middle of it: its place is signed for an hour.
    expect(await stage.files.head(key ?? '', 1)).toBeDefined()
  })

  test('OFF-031 a file that fails twice stays as it came, with its reason, and is tried no more', async () => {
    const id = await takeInWithoutFfmpeg('2_1.m4a', plain.subarray(0, Math.floor(plain.length * 0.6)))
    const { key } = await row(id)
    const listed = async () =>
      (await cityMedia()).entries
        .flatMap((entry) => entry.seats.flatMap(({ media }) => media))
        .find((one) => one.id === id)
    await convertWaiting()
    expect(await listed()).toMatchObject({ state: 'ready', failure: null })
    await convertWaiting()
    expect(await listed()).toMatchObject({
      state: 'ready',
      failure: expect.stringMatching(/^Served as it came: the file is damaged/),
    })
    await convertWaiting()
    expect(await row(id)).toMatchObject({ key, conversion_tries: 2, conversion_failure: 'damaged' })
  })

  test('RES-010 a video that browsers play is copied, another is converted', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=128x72:d=1:r=10', '-f', 'lavfi', '-i', 'sine=d=1', '-shortest']
    const video = make('d.mp4', ...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac')
    const other = make('e.webm', ...picture, '-c:v', 'libvpx', '-c:a', 'libopus')
    /** The codec of the picture and a hash of its packets, which only a copy leaves as they are. */
    const pictureOf = (content: Buffer) => {
      const file = path.join(folder, 'picture')
      writeFileSync(file, content)
      const probed = [
        '-v',
        'error',
        '-select_streams',
        'v',
        '-show_entries',
        'stream=codec_name',
        '-of',
        'csv=p=0',
        file,
      ]
      const codec = execFileSync('ffprobe', probed).toString().trim()
      const packets = ['-v', 'error', '-i', file, '-map', '0:v', '-c', 'copy', '-f', 'streamhash', '-']
      return { codec, packets: execFileSync('ffmpeg', packets).toString() }
    }
    for (const [content, isCopied] of [
      [video, true],
      [other, false],
    ] as const) {
      const media = await row(await upload('2.mp4', content, { kind: 'routine_video' }))
      const picture = pictureOf(await contentOf(media.key))
      expect(picture.codec).toBe('h264')
      expect(picture.packets === pictureOf(content).packets).toBe(isCopied)
      expect(media).toMatchObject({
        state: 'ready',
        content_type: 'video/mp4',
        registration_routine_id: other_routine_id,
      })
      expect(media.duration_ms).toBeGreaterThan(900)
    }
  })
})
