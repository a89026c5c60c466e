import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Naming = Extract<NonNullable<Splitting['groups']>[number]['name'], (...args: never[]) => unknown>
type Context = Parameters<Naming>[1]

const screen = /\/web\/src\/[^?]+(Page|Step|Area)\.tsx$/
const ofWizard = /\/web\/src\/wizard\//
const wizard = /\/web\/src\/wizard\/WizardPage\.tsx$/

/** The modules that are asked for while the page runs and cannot do without this one. */
function askedFor(module: string, graph: Context): string[] {
  const reachableIds = new Set([module])
  for (const id of reachableIds)
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) reachableIds.add(importer)
  return [...reachableIds].filter((id) => (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
}

/** Modules that only the frame of the wizard needs. */
const wizardAlone: Naming = (module, graph) => {
  if (screen.test(module) || module.endsWith('.css')) return null
  const screens = askedFor(module, graph).filter((id) => screen.test(id))
  return screens.some((id) => wizard.test(id)) && screens.every((id) => ofWizard.test(id)) ? 'wizard' : null
}

/**
 * Modules that are always loaded together form one file, because gzip compresses it better than many small ones.
 * The rest is cut by which screens need it, so that none loads what only another one shows.
 */
export const sharedChunks: Splitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'app', tags: ['$initial'], priority: 2 },
    { name: wizardAlone, debugName: 'wizard', priority: 1 },
  ],
}
