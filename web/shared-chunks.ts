import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Naming = Extract<NonNullable<Splitting['groups']>[number]['name'], (...args: never[]) => unknown>
type Context = Parameters<Naming>[1]

const screen = /\/web\/src\/[^?]+(Page|Step|Area)\.tsx$/
const ofWizard = /\/web\/src\/wizard\//
const wizard = /\/web\/src\/wizard\/WizardPage\.tsx$/
/** Screens of the event area and of the office, where most of what the wizard's frame shows is shown as well. */
const besideWizard = /\/web\/src\/(event-area\/|[^?]*\/office\/)/
/** So many of the wizard's screens make a module one that most of them need. */
const mostSteps = 6

const isAskedFor = (module: string, graph: Context) => (graph.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0

/** The modules that are asked for while the page runs and cannot do without this one. */
function askedFor(module: string, graph: Context): string[] {
  const reachableIds = new Set([module])
  for (const id of reachableIds)
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) reachableIds.add(importer)
  return [...reachableIds].filter((id) => isAskedFor(id, graph))
}

/**
 * Modules that the wizard's frame or most of its steps need, and nothing else does; and those of its frame that the event
 * area or the office needs too. Screens that anybody opens without an account are never made to load either.
 */
const wizardChunks: Naming = (module, graph) => {
  if (isAskedFor(module, graph) || module.endsWith('.css')) return null
  const screens = askedFor(module, graph).filter((id) => screen.test(id))
  const steps = screens.filter((id) => ofWizard.test(id))
  const others = screens.filter((id) => !ofWizard.test(id))
  const isOfFrame = steps.some((id) => wizard.test(id))
  if (others.length === 0) return isOfFrame || steps.length >= mostSteps ? 'wizard' : null
  return isOfFrame && others.every((id) => besideWizard.test(id)) ? 'registration' : null
}

/**
 * Modules that are always loaded together form one file, because gzip compresses it better than many small ones.
 * The rest is cut by which screens need it, so that none loads what only another one shows.
 */
export const sharedChunks: Splitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'app', tags: ['$initial'], priority: 2 },
    { name: wizardChunks, debugName: 'wizard', priority: 1 },
  ],
}
