import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Wording } from '../kernel/wording.ts'

export const homeworkGroups = ['Foundation', 'Performance', 'Creative'] as const
export type HomeworkGroup = (typeof homeworkGroups)[number]

/** How many videos a routine's marks suggest at most. */
const suggestedAtMost = 3

type LibraryVideo = {
  id: number
  active: boolean
  performance_division_ids: readonly number[]
  critique_item_ids: readonly number[]
}

type RoutineMarks = {
  performance_division_id: number
  /** The items that its judges marked as bad, once for each mark. */
  bad_item_ids: readonly number[]
}

/**
 * The homework of a routine from its marks: videos linked to the items marked bad most often, of its performance division
 * or of no division, at most three; among equals the one that came first into the library. RES-009.
 */
export function suggestHomework(library: readonly LibraryVideo[], routine: RoutineMarks): number[] {
  const counts = new Map<number, number>()
  for (const id of routine.bad_item_ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  const fits = ({ active, performance_division_ids: divisions }: LibraryVideo) =>
    active && (divisions.length === 0 || divisions.includes(routine.performance_division_id))
  return library
    .filter(fits)
    .map(({ id, critique_item_ids }) => ({
      id,
      marks: critique_item_ids.reduce((sum, item) => sum + (counts.get(item) ?? 0), 0),
    }))
    .filter(({ marks }) => marks > 0)
    .toSorted((one, other) => other.marks - one.marks || one.id - other.id)
    .slice(0, suggestedAtMost)
    .map(({ id }) => id)
}

/** Players that may be embedded: the address people copy, and the one that plays. */
const players: readonly (readonly [pattern: RegExp, embed: (id: string) => string])[] = [
  [
    /^https:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,20})(?:[?&#].*)?$/,
    (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  ],
  [
    /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{4,12})(?:[/?#].*)?$/,
    (id) => `https://player.vimeo.com/video/${id}`,
  ],
]

/** The address that plays a video of YouTube or Vimeo; undefined: it is of neither. */
export function playerAddress(address: string): string | undefined {
  for (const [pattern, embed] of players) {
    const id = pattern.exec(address.trim())?.[1]
    if (id) return embed(id)
  }
  return undefined
}

export type HomeworkDraft = {
  name: string
  staff: string
  group: HomeworkGroup
  search_text: string
  /** Null: it has no video yet. */
  video: string | null
  active: boolean
  performance_division_ids: readonly number[]
  critique_item_ids: readonly number[]
}

type ListedVideo = Omit<HomeworkDraft, 'performance_division_ids'> & {
  performance_divisions: readonly { id: number }[]
}

/** A video of the library as the office edits it. */
export function draftOfVideo({ performance_divisions, ...video }: ListedVideo): HomeworkDraft {
  const { name, staff, group, search_text, active, critique_item_ids } = video
  const performance_division_ids = performance_divisions.map(({ id }) => id)
  return { name, staff, group, search_text, video: video.video, active, performance_division_ids, critique_item_ids }
}

export type HomeworkRefusal = { code: 'homework.name'; field: string } | { code: 'homework.video'; field: string }

export const homeworkWording: Wording<HomeworkRefusal> = {
  'homework.name': () => 'Required',
  'homework.video': () => 'Enter the address of a video on YouTube or Vimeo.',
}

/** A video of the library as it may be saved, with the address that plays it. OFF-033. */
export function checkHomework(draft: HomeworkDraft): Result<HomeworkDraft, HomeworkRefusal> {
  const name = draft.name.trim()
  if (name === '') return refuse({ code: 'homework.name', field: 'name' })
  const video = draft.video?.trim() ? playerAddress(draft.video) : null
  if (video === undefined) return refuse({ code: 'homework.video', field: 'video' })
  return accept({ ...draft, name, video, staff: draft.staff.trim(), search_text: draft.search_text.trim() })
}

type SearchedVideo = {
  name: string
  staff: string
  search_text: string
  group: HomeworkGroup
  performance_divisions: readonly { name: string }[]
}

/** Whether a video is of this group, null: any, and has all words of the search in its texts. RES-026. */
export function matchesHomework(video: SearchedVideo, group: HomeworkGroup | null, searchText: string): boolean {
  if (group !== null && video.group !== group) return false
  const divisions = video.performance_divisions.map(({ name }) => name)
  const text = [video.name, video.staff, video.search_text, ...divisions].join(' ').toLowerCase()
  return searchText
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** M143. */
export const noHomeworkText = 'No homework videos.'
