import { isDeepStrictEqual } from 'node:util'
import { critiqueEndpoints } from '@callboard/contract/critiques/critiques.ts'
import { levelBelow } from '@callboard/domain/critiques/critique.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { listSheetsShown } from '../judging/inputs-queries.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { listNumberedEntries } from '../running-order/queries.ts'
import { findCityHead } from '../tours/city-queries.ts'
import { addRevision, lockSheetToChange } from './revise-sheet.ts'
import {
  countItems,
  deleteItem,
  findItem,
  findSheetCritique,
  insertItem,
  isItemUsed,
  listCritiqueMarks,
  listItems,
  listSheetMarks,
  putTexts,
  replaceMarks,
  setItem,
} from './queries.ts'

function nameOf(text: string): string {
  const name = text.trim()
  if (name === '') throw new Refused({ code: 'critique.item_name', field: 'name' })
  return name
}

type Mark = { critique_item_id: number; good: boolean }

const itemsOf = (marks: readonly Mark[]) => {
  const those = (isGood: boolean) =>
    marks.flatMap(({ good, critique_item_id }) => (good === isGood ? [critique_item_id] : []))
  return { good: those(true), bad: those(false) }
}

const itemLabels = { good: 'good items', bad: 'bad items' }

type HomeworkRow = { registration_routine_id: number; homework_id: number }

/** The entries of a city with the sheets that are read, their marks, and the homework set by hand. */
async function presentCity(tx: Tx, tour_date_id: number, homework: readonly HomeworkRow[]) {
  const entries = await listNumberedEntries(tx, tour_date_id)
  const ids = entries.map(({ id }) => id)
  const sheets = await listSheetsShown(tx, ids)
  const marks = await listCritiqueMarks(tx, ids)
  return entries.map(({ id, name, studio, ...number }) => ({
    ...{ id, name, studio, label: entryLabel(number) },
    homework_ids: homework.flatMap((row) => (row.registration_routine_id === id ? [row.homework_id] : [])),
    sheets: sheets
      .filter((sheet) => sheet.registration_routine_id === id)
      .map(({ client_id, position, judge, critique, note }) => {
        const own = marks.filter((mark) => mark.registration_routine_id === id && mark.position === position)
        return { client_id, position, judge, critique, note, ...itemsOf(own) }
      }),
  }))
}

type FindHandSet = (tx: Tx, tour_date_id: number) => Promise<HomeworkRow[]>

/** The parts of the capabilities behind critiques that these calls need; app.ts passes them in. */
type LaterParts = {
  findHandSet: FindHandSet
  /** Whether a release that was proposed or confirmed reads this sheet. */
  isReleasedSheet: (tx: Tx, client_id: string) => Promise<boolean>
}

/** The office keeps the vocabulary and types what judges said. OFF-031. */
export function officeCritiqueRoutes(app: App, { findHandSet, isReleasedSheet }: LaterParts) {
  answerWith({ 'critique.later_mark': 409 })
  const endpoints = critiqueEndpoints
  const entity = 'critique_item'

  serve(app, endpoints.listCritiqueItems, async (tx) => ({ rows: await listItems(tx) }))

  serve(app, endpoints.addCritiqueItem, async (tx, { body: { parent_id, event_id, name: text }, ...caller }) => {
    const parent = parent_id === null ? null : orNotFound(await findItem(tx, parent_id))
    const item = { parent_id, level: orRefuse(levelBelow(parent)), name: nameOf(text), event_id }
    const { id } = await insertItem(tx, item)
    await audited(tx, caller, { action: 'add critique item', entity, entity_id: id, before: null, after: item })
    return { id }
  })

  serve(app, endpoints.changeCritiqueItem, async (tx, { params: { id }, body, ...caller }) => {
    const { name, active, position } = orNotFound(await findItem(tx, id))
    const after = { name: nameOf(body.name), active: body.active, position: body.position }
    await setItem(tx, id, after)
    const before = { name, active, position }
    await audited(tx, caller, { action: 'change critique item', entity, entity_id: id, before, after })
    return { id }
  })

  serve(app, endpoints.removeCritiqueItem, async (tx, { params: { id }, ...caller }) => {
    const { name, level } = orNotFound(await findItem(tx, id))
    if (await isItemUsed(tx, id)) throw new Refused({ code: 'critique.item_used', name })
    await deleteItem(tx, id)
    const before = { name, level }
    await audited(tx, caller, { action: 'remove critique item', entity, entity_id: id, before, after: null })
    return {}
  })

  serve(app, endpoints.listCityCritiques, async (tx, { query: { tour_date_id } }) => {
    const { event, city, shows_critiques: is_released } = orNotFound(await findCityHead(tx, tour_date_id))
    return {
      event,
      city,
      is_released,
      entries: await presentCity(tx, tour_date_id, await findHandSet(tx, tour_date_id)),
    }
  })

  serve(app, endpoints.saveSheetCritique, async (tx, { params: { client_id }, body: edit, now, ...caller }) => {
    const sheet = await lockSheetToChange(tx, client_id)
    const { registration_routine_id } = sheet
    const { critique, note } = orNotFound(await findSheetCritique(tx, sheet.client_id))
    const before = { critique, note }
    const marksBefore = await listSheetMarks(tx, sheet.client_id)
    const { base, ...change } = edit
    const current = { ...before, ...itemsOf(marksBefore) }
    const body = { ...current, ...orRefuse(mergeEdit({ current, base, change, labels: itemLabels })) }
    const items = [...new Set([...body.good, ...body.bad])]
    if ((await countItems(tx, items)) < items.length) {
      throw new Refused({ code: 'critique.item_unknown', field: 'good' })
    }
    const marks = [
      ...body.good.map((critique_item_id) => ({ critique_item_id, good: true })),
      ...body.bad.map((critique_item_id) => ({ critique_item_id, good: false })),
    ].map((mark) => {
      const earlier = marksBefore.find(
        (one) => one.critique_item_id === mark.critique_item_id && one.good === mark.good,
      )
      return { ...mark, at_ms: earlier?.at_ms ?? null }
    })
    const texts = { critique: body.critique.trim(), note: body.note.trim() }
    const isSame = isDeepStrictEqual({ ...before, ...itemsOf(marksBefore) }, { ...texts, ...itemsOf(marks) })
    const isFixed = await isReleasedSheet(tx, sheet.client_id)
    if (isFixed && isSame) return { client_id: sheet.client_id }
    // A release never changes: what is proposed or confirmed keeps its sheet, and the change is its next revision.
    const id = isFixed ? await addRevision(tx, sheet, { user_id: caller.user.id, now }) : sheet.client_id
    await putTexts(tx, id, { ...texts, entered_by: caller.user.id, entered_at: now })
    await replaceMarks(tx, id, marks)
    const counts = (list: readonly { good: boolean }[]) => ({
      good: list.filter(({ good }) => good).length,
      bad: list.filter(({ good }) => !good).length,
    })
    await audited(
      tx,
      { ...caller, now },
      {
        ...{ action: 'change critique', entity: 'routine', entity_id: registration_routine_id },
        ...{ before: { ...before, ...counts(marksBefore) }, after: { ...texts, ...counts(marks) } },
      },
    )
    return { client_id: id }
  })
}
