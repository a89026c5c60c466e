import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { builtPages } from './pages.ts'
import { printTable } from './table.ts'

/** Screens by the chunks a visitor has loaded when one is shown: the frame around it, and its own. */
const screens: Readonly<Record<string, readonly string[]>> = {
  'front page': ['src/tours/landing/LandingPage.tsx'],
  'sign in': ['src/accounts/SignInPage.tsx'],
  'picker of cities': ['src/tours/PickerPage.tsx'],
  'wizard: roster': ['src/wizard/WizardPage.tsx', 'src/wizard/RosterStep.tsx'],
  'wizard: dancers': ['src/wizard/WizardPage.tsx', 'src/wizard/DancersStep.tsx'],
  'wizard: teachers': ['src/wizard/WizardPage.tsx', 'src/wizard/TeachersStep.tsx'],
  'wizard: observers': ['src/wizard/WizardPage.tsx', 'src/wizard/ObserversStep.tsx'],
  'wizard: competition': ['src/wizard/WizardPage.tsx', 'src/wizard/CompetitionStep.tsx'],
  'wizard: review': ['src/wizard/WizardPage.tsx', 'src/wizard/ReviewStep.tsx'],
  'wizard: Best Dancer': ['src/wizard/WizardPage.tsx', 'src/wizard/ProgramStep.tsx'],
  'wizard: Studio of the Year': ['src/wizard/WizardPage.tsx', 'src/wizard/SotyStep.tsx'],
  'wizard: awards': ['src/wizard/WizardPage.tsx', 'src/wizard/AwardsStep.tsx'],
  'results portal': [
    'src/event-area/EventArea.tsx',
    'src/results/portal/PortalPage.tsx',
    'src/results/portal/PortalTabs.tsx',
  ],
  'judge: tablet': ['src/judging/tablet/TabletPage.tsx'],
  'office: registrations': ['src/desk/office/OfficeArea.tsx', 'src/registrations/office/RegistrationsPage.tsx'],
}

/** Size of each screen before its first paint: all statically imported chunks, gzipped. */
export async function sizesPart() {
  const folder = await builtPages()
  // Written by the build just now.
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizes = new Map<string, { gz: number; raw: number }>()
  const sizeOf = (file: string) => {
    const bytes = readFileSync(path.join(folder, file))
    const size = sizes.get(file) ?? { gz: gzipSync(bytes, { level: 9 }).length, raw: bytes.length }
    sizes.set(file, size)
    return size
  }
  const total = (files: Iterable<string>, of: 'gz' | 'raw') =>
    [...files].reduce((sum, file) => sum + sizeOf(file)[of], 0) / 1000

  printTable(
    'First load of each screen, kB (1000 bytes, gzip -9)',
    Object.entries(screens).map(([screen, entries]) => {
      const { js, css } = closure(manifest, ['index.html', ...entries])
      return {
        screen,
        'JS gz': total(js, 'gz'),
        'CSS gz': total(css, 'gz'),
        'JS raw': total(js, 'raw'),
        chunks: js.size,
      }
    }),
  )
  const { js } = closure(manifest, ['index.html', ...(screens['wizard: competition'] ?? [])])
  const largest = [...js].toSorted((one, other) => sizeOf(other).gz - sizeOf(one).gz).slice(0, 8)
  const names = new Map(Object.values(manifest).map(({ file, name }) => [file, name]))
  printTable(
    'The largest chunks of the competition step, kB',
    largest.map((chunk) => ({ chunk: names.get(chunk) ?? chunk, gz: sizeOf(chunk).gz / 1000 })),
  )
}

function closure(manifest: Manifest, entries: readonly string[]) {
  const js = new Set<string>()
  const css = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk ${name}`)
    if (js.has(chunk.file)) return
    js.add(chunk.file)
    for (const sheet of chunk.css ?? []) css.add(sheet)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return { js, css }
}
