import { anywhere, definer } from './definition.ts'

const define = definer('Competition')

/** How results are released. */
export const resultsSettings = {
  one_person_release: define<boolean>({
    label: 'Results, one person may propose and confirm a release',
    help: 'Off: a release needs two people. Each use is kept with the version.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'OFF-032',
  }),
}
