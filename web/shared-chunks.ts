import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Naming = Extract<NonNullable<Splitting['groups']>[number]['name'], (...args: never[]) => unknown>
type Context = Parameters<Naming>[1]

const screen = /\/web\/src\/[^?]+(Page|Step|Area)\.tsx$/
const ofWizard = /\/web\/src\/wizard\//
const wizard = /\/web\/src\/wizard\/WizardPage\.tsx$/
const ofAttendees = /\/web\/src\/wizard\/(Dancers|Teachers|Observers)Step\.tsx$/
/** Screens where most of what the wizard's frame shows is shown as well; their readers open it before or after. */
const besideWizard = /\/web\/src\/(event-area\/|[^?]*\/office\/|roster\/|judging\/tablet\/|waivers\/SignPage)/
/** The first pages of somebody who has no account. */
const firstPages = /\/web\/src\/tours\/(landing\/LandingPage|PickerPage)\.tsx$/
/** So many of the wizard's screens make a module one that most of them need. */
const mostSteps = 6
/** So many screens make a module one that everybody soon has in the cache. */
const manyScreens = 30

const isAskedFor = (module: string, graph: Context) => (graph.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0

/** The modules that are asked for while the page runs and cannot do without this one. */
function askedFor(module: string, graph: Context): string[] {
  const reachableIds = new Set([module])
  for (const id of reachableIds)
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) reachableIds.add(importer)
  return [...reachableIds].filter((id) => isAskedFor(id, graph))
}

/**
 * Names the file of a module that many screens need, or the wizard: its frame or most steps alone, the three steps of
 * people alone, or others too. A file of its own for each set of screens would be forty small ones, each with its own
 * request. Packages are left out: their index files import everything, so that every screen would seem to need it.
 */
const screenChunks: Naming = (module, graph) => {
  if (isAskedFor(module, graph) || module.includes('/node_modules/')) return null
  const screens = askedFor(module, graph).filter((id) => screen.test(id))
  const steps = screens.filter((id) => ofWizard.test(id))
  const others = screens.filter((id) => !ofWizard.test(id))
  if (screens.length >= manyScreens && steps.length >= 3)
    return screens.some((id) => firstPages.test(id)) ? 'shared' : 'common'
  const isOfFrame = steps.some((id) => wizard.test(id))
  if (others.length === 0) {
    if (steps.length > 1 && steps.every((id) => ofAttendees.test(id))) return 'attendees'
    return isOfFrame || steps.length >= mostSteps ? 'wizard' : null
  }
  if (!isOfFrame || module.endsWith('.css')) return null
  if (others.some((id) => firstPages.test(id))) return 'shared'
  return others.every((id) => besideWizard.test(id)) ? 'registration' : null
}

/** React and the file that mounts the page with it: the first script of a page. */
const ofReact = /\/node_modules\/(react|react-dom|scheduler)\/|\/web\/src\/shell\/mount\.ts/

/** Parts of every field of the library, its texts, and the icons of lists. */
const kit =
  /\/icons\/Icon(Search|ArrowDown|ArrowUp|Check|X|Plus|ChevronUp|ChevronDown)\.mjs|\/@mantine\/(core\/esm\/components\/(Text|Stack|Input|InputBase|TextInput|CloseButton)\/|core\/esm\/core\/styles-api\/use-resolved-styles-api|hooks\/esm\/(use-id|use-isomorphic-effect|utils\/random-id)\/)/

/**
 * Modules that are always loaded together form one file, because gzip compresses it better than many small ones.
 * The rest is cut by which screens need it, so that none loads what only another one shows.
 */
export const sharedChunks: Splitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'react', test: ofReact, priority: 3 },
    { name: 'app', tags: ['$initial'], priority: 2 },
    { name: screenChunks, debugName: 'screens', priority: 1 },
    { name: 'kit', test: kit, priority: 1 },
  ],
}
