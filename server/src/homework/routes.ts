import { homeworkEndpoints } from '@callboard/contract/homework/homework.ts'
import { checkHomework, draftOfVideo } from '@callboard/domain/homework/homework.ts'
import { mergeEdit } from '@callboard/domain/kernel/merge-edit.ts'
import { audited } from '../platform/audit-queries.ts'
import { NotFound, orNotFound, orRefuse } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import {
  countVideos,
  deleteVideo,
  findVideo,
  insertVideo,
  listHandSetOf,
  lockRoutine,
  lockVideo,
  listLibrary,
  listPerformanceDivisions,
  replaceHandSet,
  setVideo,
} from './queries.ts'

const videoLabels = {
  performance_division_ids: 'performance divisions',
  critique_item_ids: 'critique words',
  search_text: 'search words',
  video: 'video address',
}

/** The homework library: read by accounts and shared links, kept by the office. RES-026, OFF-033. */
export function homeworkRoutes(app: App) {
  const endpoints = homeworkEndpoints
  const entity = 'homework'

  serve(app, endpoints.readHomework, async (tx, { query, user, shared }) => {
    // A link has no account; another account is not told that this one exists.
    if (!shared && (query.mybtf_user_id ?? user.id) !== user.id) throw new NotFound()
    const library = await listLibrary(tx)
    return library.filter(({ active }) => active)
  })

  serve(app, endpoints.listOfficeHomework, async (tx) => ({
    rows: await listLibrary(tx),
    performance_divisions: await listPerformanceDivisions(tx),
  }))

  serve(app, endpoints.addHomework, async (tx, { body, ...caller }) => {
    const draft = orRefuse(checkHomework(body))
    const id = await insertVideo(tx, draft)
    await audited(tx, caller, { action: 'add homework', entity, entity_id: id, before: null, after: draft })
    return { id }
  })

  serve(app, endpoints.changeHomework, async (tx, { params: { id }, body, ...caller }) => {
    const current = draftOfVideo(orNotFound(await lockVideo(tx, id)))
    const before = await findVideo(tx, id)
    const { base, ...change } = body
    const merged = orRefuse(mergeEdit({ current, base, change, labels: videoLabels }))
    const draft = orRefuse(checkHomework({ ...current, ...merged }))
    await setVideo(tx, id, draft)
    const after = await findVideo(tx, id)
    await audited(tx, caller, { action: 'change homework', entity, entity_id: id, before, after })
    return { id }
  })

  serve(app, endpoints.removeHomework, async (tx, { params: { id }, ...caller }) => {
    const before = orNotFound(await findVideo(tx, id))
    await deleteVideo(tx, id)
    await audited(tx, caller, { action: 'remove homework', entity, entity_id: id, before, after: null })
    return {}
  })

  serve(app, endpoints.setRoutineHomework, async (tx, { params: { id }, body, ...caller }) => {
    if (!(await lockRoutine(tx, id))) throw new NotFound()
    const current = { homework_ids: await listHandSetOf(tx, id) }
    const change = { homework_ids: [...new Set(body.homework_ids)] }
    const merged = orRefuse(mergeEdit({ current, base: body.base, change, labels: { homework_ids: 'homework' } }))
    const { homework_ids = current.homework_ids } = merged
    if ((await countVideos(tx, homework_ids)) < homework_ids.length) throw new NotFound()
    await replaceHandSet(tx, id, homework_ids, caller.user.id)
    const after = { homework: homework_ids.length }
    const routine = { entity: 'routine', entity_id: id }
    await audited(tx, caller, { action: 'set routine homework', ...routine, before: null, after })
    return { homework_ids }
  })
}
