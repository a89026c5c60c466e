import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import type { Stage } from '../kit.ts'

/** A placement by division and category, as the office adds it. */
export const placementAward = {
  name: 'Overall',
  kind: 'placement',
  scope: { group_by: ['age_division_id', 'category_id'] },
  places: [
    { from: 1, places: 1 },
    { from: 3, places: 3 },
  ],
  one_per_dancer: false,
  tie_break: [],
  minimum_points: 0,
  best: 1,
  least_entries: 1,
  block_id: null,
  position: 1,
  active: true,
}

/** Adds an award to a city; answers its id. */
export async function addAward({ call }: Pick<Stage, 'call'>, office: number, tour_date_id: number, award: object) {
  const body = { ...placementAward, tour_date_id, every_city: false, ...award }
  const reply = await call(office, 'POST', '/v1/office/awards', body)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const { awards }: { awards: { id: number }[] } = reply.json()
  return Math.max(...awards.map(({ id }) => id))
}

/** Awards of a published order's city. */
export async function makeJudged(
  stage: Stage,
  office: number,
  { tour_date_id, routine_id }: ExampleWorld['published_order'],
): Promise<ExampleWorld['judged']> {
  const award_id = await addAward(stage, office, tour_date_id, {})
  const picked_award_id = await addAward(stage, office, tour_date_id, { name: 'Judges’ choice', kind: 'choice' })
  return { tour_date_id, routine_id, award_id, picked_award_id }
}
