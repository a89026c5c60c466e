import type { Office } from './demonstration-office.ts'

const vocabulary = [
  { name: 'Technique', below: ['Turns', 'Feet and ankles', 'Alignment'] },
  { name: 'Performance', below: ['Focus', 'Breath'] },
  { name: 'Musicality', below: ['Timing', 'Accents'] },
] as const

const videos = [
  { name: 'Clean turns', staff: 'Paloma Reyes', group: 'Foundation', item: 'Turns' },
  { name: 'Strong feet', staff: 'Theo Lindqvist', group: 'Foundation', item: 'Feet and ankles' },
  { name: 'Breathing through a phrase', staff: 'Adaeze Obi', group: 'Performance', item: 'Breath' },
  { name: 'Find your accent', staff: 'Marc Delacroix', group: 'Creative', item: 'Accents' },
] as const

/** Adds the vocabulary, and a library of texts linked to it: no player works offline. Returns its ids by name. */
async function addVocabulary({ call }: Office): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const add = async (name: string, parent_id: number | null) => {
    const { id } = await call<{ id: number }>(0, 'POST', '/v1/office/critique-items', {
      ...{ name, parent_id, event_id: null },
    })
    ids.set(name, id)
    return id
  }
  for (const { name, below } of vocabulary) {
    const parent_id = await add(name, null)
    for (const item of below) await add(item, parent_id)
  }
  for (const { item, ...video } of videos) {
    await call(0, 'POST', '/v1/office/homework', {
      ...{ ...video, search_text: item.toLowerCase(), active: true, video: null },
      ...{ performance_division_ids: [], critique_item_ids: [ids.get(item) ?? 0] },
    })
  }
  return ids
}

type CityCritiques = {
  entries: { id: number; sheets: { client_id: string; position: number; critique: string; note: string }[] }[]
}

/** Good and bad items on each judge's sheet, and one routine's homework chosen by hand. */
export async function markCritiques(office: Office, tour_date_id: number): Promise<void> {
  const { call } = office
  const ids = await addVocabulary(office)
  const items = vocabulary.flatMap(({ below }) => below.map((name) => ids.get(name) ?? 0))
  const { entries } = await call<CityCritiques>(0, 'GET', `/v1/office/critiques?tour_date_id=${tour_date_id}`)
  for (const [index, { sheets }] of entries.entries()) {
    for (const { client_id, position, critique, note } of sheets) {
      const itemAt = (step: number) => items[(index + step * position) % items.length] ?? 0
      await call(0, 'PUT', `/v1/office/critiques/${client_id}`, {
        ...{ critique, note, good: [itemAt(1), itemAt(3)], bad: [itemAt(2)] },
      })
    }
  }
  const [first] = entries
  const { rows } = await call<{ rows: { id: number }[] }>(0, 'GET', '/v1/office/homework')
  const homework_ids = rows.slice(0, 2).map(({ id }) => id)
  if (first) await call(1, 'PUT', `/v1/office/routines/${first.id}/homework`, { homework_ids })
}
