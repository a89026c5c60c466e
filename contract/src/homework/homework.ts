import { homeworkGroups } from '@callboard/domain/homework/homework.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, lineField, listOf, listUpTo, baseField } from '../fields.ts'

const group = z.enum(homeworkGroups)

const homeworkVideo = z.object({
  id: z.int(),
  name: z.string(),
  staff: z.string(),
  performance_divisions: listOf(z.object({ id: z.int(), name: z.string() })),
  group,
  search_text: z.string(),
  /** The address of an embedded player; null: it has no video yet. */
  video: z.string().nullable(),
})

export const readHomework = endpoint({
  summary: 'The homework library',
  catalogue: 'C093',
  method: 'GET',
  path: '/v1/dance360/coda/homework',
  auth: 'user',
  share: 'homework',
  query: z.object({ mybtf_user_id: idInPath.optional() }),
  reply: listOf(homeworkVideo),
  example: ({ owner }) => ({ query: { mybtf_user_id: owner.user_id } }),
})

const officeVideo = homeworkVideo.extend({
  active: z.boolean(),
  critique_item_ids: listOf(z.int()),
})

export const listOfficeHomework = endpoint({
  summary: 'The videos of the homework library, inactive ones too',
  catalogue: 'C114',
  method: 'GET',
  path: '/v1/office/homework',
  auth: 'office',
  reply: z.object({
    rows: listOf(officeVideo),
    performance_divisions: listOf(z.object({ id: z.int(), name: z.string() })),
  }),
  example: () => ({}),
})

const videoDraft = z.object({
  name: lineField(160),
  staff: lineField(160),
  group,
  search_text: z.string().max(1_000),
  video: lineField(400).nullable(),
  active: z.boolean(),
  performance_division_ids: listUpTo(50, idField),
  critique_item_ids: listUpTo(200, idField),
})
const exampleVideo = {
  ...{ name: 'Clean turns', staff: 'Noor Haddad', group: 'Foundation', search_text: 'spotting', active: true },
  ...{ video: 'https://vimeo.com/76979871', performance_division_ids: [1], critique_item_ids: [] },
} as const
const draftRefusals = ['homework.name', 'homework.video']
const params = z.object({ id: idInPath })

export const addHomework = endpoint({
  summary: 'Add a video to the homework library',
  catalogue: 'C114',
  method: 'POST',
  path: '/v1/office/homework',
  auth: 'office',
  body: videoDraft,
  reply: z.object({ id: z.int() }),
  refusals: draftRefusals,
  example: () => ({ body: exampleVideo }),
})

export const changeHomework = endpoint({
  summary: 'Change a video of the homework library',
  catalogue: 'C114',
  method: 'PUT',
  path: '/v1/office/homework/{id}',
  auth: 'office',
  params,
  body: videoDraft.extend({ base: baseField }),
  reply: z.object({ id: z.int() }),
  refusals: [...draftRefusals, 'edit_conflict'],
  example: ({ homework }) => ({ params: { id: homework.id }, body: exampleVideo }),
})

export const removeHomework = endpoint({
  summary: 'Remove a video from the homework library',
  catalogue: 'C114',
  method: 'DELETE',
  path: '/v1/office/homework/{id}',
  auth: 'office',
  params,
  status: 204,
  example: ({ homework }) => ({ params: { id: homework.id } }),
})

export const setRoutineHomework = endpoint({
  summary: 'Set the homework of a routine by hand; without any, its marks suggest it',
  method: 'PUT',
  path: '/v1/office/routines/{id}/homework',
  auth: 'office',
  params,
  body: z.object({ homework_ids: listUpTo(10, idField), base: baseField }),
  reply: z.object({ homework_ids: listOf(z.int()) }),
  refusals: ['edit_conflict'],
  example: ({ homework, completed }) => ({
    params: { id: completed.routine_id },
    body: { homework_ids: [homework.id] },
  }),
})

export const homeworkEndpoints = {
  readHomework,
  listOfficeHomework,
  addHomework,
  changeHomework,
  removeHomework,
  setRoutineHomework,
}
