import { mostMediaMinutes, type containerOf } from '@callboard/domain/critiques/media.ts'
import { gainFrom, PeakMeter } from './loudness.ts'
import { runTool, UnusableMedia, type MediaTools } from './run-tool.ts'

type Container = NonNullable<ReturnType<typeof containerOf>>
type Programs = Pick<MediaTools, 'ffmpeg' | 'ffprobe'>
/** A file on disk that is read as one container, also where its bytes could be taken for another. */
type Source = { file: string; container: Container }

const demuxers: Record<Container, string> = { mp4: 'mov', webm: 'matroska', wav: 'wav', mp3: 'mp3', ogg: 'ogg' }

/** A file may name others, on disk or in a network: only itself is opened, and no list of files is read. */
const input = ({ file, container }: Source) => [
  ...['-protocol_whitelist', 'file', '-f', demuxers[container], '-i', `file:${file}`],
]

const audioSeconds = 300
const videoSeconds = 3_600
const mostMs = mostMediaMinutes * 60_000
/** Decoding ends a second after what is accepted: a longer file is not read to its end. */
const decoded = ['-t', String(mostMediaMinutes * 60 + 1)]
const quiet = ['-hide_banner', '-nostdin', '-nostats', '-y']
const withoutTags = ['-map_metadata', '-1', '-map_chapters', '-1']

type Stream = { codec_type?: string; codec_name?: string }

async function probe(programs: Programs, source: Source) {
  const parts: Buffer[] = []
  const args = ['-v', 'error', '-show_entries', 'stream=codec_type,codec_name:format=duration', '-of', 'json']
  await runTool(programs.ffprobe, [...args, ...input(source)], {
    seconds: 60,
    onOutput: (piece) => parts.push(piece),
  })
  const answer = JSON.parse(Buffer.concat(parts).toString()) as { streams?: Stream[]; format?: { duration?: string } }
  const codec = (type: string) => answer.streams?.find(({ codec_type }) => codec_type === type)?.codec_name
  return { audio: codec('audio'), video: codec('video'), seconds: Number(answer.format?.duration ?? 0) }
}

export type Converted = { duration_ms: number; peaks: Buffer | null; content_type: string; ending: string }

/**
 * Writes the sound of a file as AAC in MP4 with its index first, at −16 LUFS. A recorder's own file has neither length
 * nor index, so both come from decoding it.
 */
export async function convertAudio(programs: Programs, source: Source, out: string): Promise<Converted> {
  const { audio } = await probe(programs, source)
  if (!audio) throw new UnusableMedia('no_sound')
  const meter = new PeakMeter()
  const filter = '[0:a:0]aformat=channel_layouts=mono,asplit[a][b];[a]ebur128=framelog=verbose[l];[b]aresample=8000[p]'
  const report = await runTool(
    programs.ffmpeg,
    [
      ...[...quiet, '-v', 'info', ...input(source), '-filter_complex', filter],
      ...['-map', '[l]', ...decoded, '-f', 'null', '-', '-map', '[p]', ...decoded, '-f', 's16le', 'pipe:1'],
    ],
    { seconds: audioSeconds, onOutput: (piece) => meter.take(piece) },
  )
  const duration_ms = meter.durationMs()
  if (duration_ms === 0) throw new UnusableMedia('damaged')
  if (duration_ms > mostMs) throw new UnusableMedia('too_long')
  const loudness = `volume=${gainFrom(report)}dB,alimiter=limit=0.89:level=false`
  await runTool(
    programs.ffmpeg,
    [
      ...[...quiet, '-v', 'error', ...input(source), '-map', '0:a:0', '-af', loudness, ...decoded],
      ...['-ac', '1', '-ar', '48000', '-c:a', 'aac', '-b:a', '64k', ...withoutTags],
      ...['-movflags', '+faststart', '-f', 'ipod', `file:${out}`],
    ],
    { seconds: audioSeconds },
  )
  return { duration_ms, peaks: meter.peaks(), content_type: 'audio/mp4', ending: 'm4a' }
}

const copied = ['-c', 'copy']
const encoded = [
  ...['-vf', "scale=-2:'min(720,ih)'", '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
]

/** Writes a video as H.264 and AAC in MP4 with its index first; one that is so already is copied. */
export async function convertVideo(programs: Programs, source: Source, out: string): Promise<Converted> {
  const { audio, video, seconds } = await probe(programs, source)
  if (!video) throw new UnusableMedia('no_picture')
  if (seconds * 1000 > mostMs) throw new UnusableMedia('too_long')
  const isPlayable = video === 'h264' && (audio === undefined || audio === 'aac')
  await runTool(
    programs.ffmpeg,
    [
      ...[...quiet, '-v', 'error', ...input(source), '-map', '0:v:0', '-map', '0:a:0?', ...decoded],
      ...[...(isPlayable ? copied : encoded), ...withoutTags, '-movflags', '+faststart', '-f', 'mp4', `file:${out}`],
    ],
    { seconds: videoSeconds },
  )
  const { seconds: length } = await probe(programs, { file: out, container: 'mp4' })
  const duration_ms = Math.round(length * 1000)
  if (duration_ms === 0) throw new UnusableMedia('damaged')
  if (duration_ms > mostMs) throw new UnusableMedia('too_long')
  return { duration_ms, peaks: null, content_type: 'video/mp4', ending: 'mp4' }
}

/** One recording of a judge. `shift_ms`: how long after the video it begins; negative where it begins before. */
type Voice = { source: Source; shift_ms: number }

/**
 * Writes one video of a routine and of what a judge said of it, in parts where recording was stopped and resumed: the
 * picture copied, the sound of the stage 12 dB lower.
 */
export async function mixCritique(
  programs: Programs,
  video: Source,
  voices: readonly Voice[],
  out: string,
): Promise<void> {
  const { audio } = await probe(programs, video)
  const shifted = voices.map(({ shift_ms }, index) => {
    const sound = `[${index + 1}:a:0]`
    return shift_ms >= 0
      ? `${sound}adelay=${shift_ms}:all=1[j${index}]`
      : `${sound}atrim=start=${-shift_ms / 1000},asetpts=PTS-STARTPTS[j${index}]`
  })
  const judge = voices.map((_, index) => `[j${index}]`).join('')
  const mixed = (inputs: number, duration: 'first' | 'longest') =>
    `amix=inputs=${inputs}:duration=${duration}:normalize=0,alimiter=limit=0.89:level=false[m]`
  const filters = audio
    ? ['[0:a:0]volume=-12dB[s]', ...shifted, `[s]${judge}${mixed(voices.length + 1, 'first')}`]
    : [...shifted, `${judge}${mixed(voices.length, 'longest')}`]
  await runTool(
    programs.ffmpeg,
    [
      ...[...quiet, '-v', 'error', ...input(video), ...voices.flatMap(({ source }) => input(source))],
      ...['-filter_complex', filters.join(';')],
      ...['-map', '0:v:0', '-map', '[m]', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '128k', ...decoded, ...withoutTags],
      ...['-movflags', '+faststart', '-f', 'mp4', `file:${out}`],
    ],
    { seconds: 300 },
  )
}
