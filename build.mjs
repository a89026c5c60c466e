// Builds what npm start runs: the pages into web/dist, the server and the payment sandbox each into a dist of its own.
// Skips a part whose sources are unchanged since its last build; --force builds it anyway.
// `node build.mjs server sandbox` builds these parts alone; a part that only tests need is built by its name.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = import.meta.dirname
const always = ['package-lock.json', 'tsconfig.base.json', 'build.mjs']
// Stored in node_modules, so that reinstalling the packages rebuilds everything.
const cacheFolder = path.join(root, 'node_modules/.cache/callboard-build')

const parts = [
  { name: 'pages', sources: ['domain', 'contract', 'web'], made: 'web/dist-server/prerender.js', build: buildPages },
  { name: 'server', sources: ['domain', 'contract', 'server'], made: 'server/dist/main.js', build: buildServer },
  { name: 'sandbox', sources: ['domain', 'sandbox'], made: 'sandbox/dist/main.js', build: buildSandbox },
  {
    name: 'app-process',
    sources: ['domain', 'contract', 'server', 'tests/app-process'],
    made: 'tests/dist/app-process.js',
    build: buildAppProcess,
    forTests: true,
  },
]

const ignored = /^(dist|dist-server|node_modules|.*\.test\.tsx?|.*\.tsbuildinfo)$/

function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (ignored.test(entry.name)) continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesOf(file)
    else yield file
  }
}

/** One number for the content of all files a part is built from. */
function stateOf(sources) {
  const hash = createHash('sha256').update(process.versions.node)
  const files = [
    ...always.map((file) => path.join(root, file)),
    ...sources.flatMap((name) => [...filesOf(path.join(root, name))]),
  ]
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

async function buildPages() {
  // A test run builds the pages that are shipped, too.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ root: path.join(root, 'web'), logLevel: 'warn' })
  // The same pages for the server, which writes the first ones itself: one file without packages, quick to load.
  await build({
    root: path.join(root, 'web'),
    logLevel: 'warn',
    build: { ssr: 'src/prerender.tsx', outDir: 'dist-server' },
  })
}

// Packages of hundreds of small files: bundled they load in 0.5 s less.
const bundledPackages = /^(kysely|zod)(\/|$)/

/** Everything of ours in a few files; packages stay packages, but for those that take long to load. */
async function bundle(folder, input) {
  const { build } = await import('rolldown')
  rmSync(path.join(root, folder, 'dist'), { recursive: true, force: true })
  await build({
    cwd: root,
    input,
    platform: 'node',
    external: (id) =>
      /^[^./\0]/.test(id) && !path.isAbsolute(id) && !id.startsWith('@callboard/') && !bundledPackages.test(id),
    output: {
      dir: path.join(root, folder, 'dist'),
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      // Beside the entries, so that every file lies as deep as its source's package expects.
      chunkFileNames: '[name]-[hash].js',
    },
    logLevel: 'warn',
  })
}

function buildServer() {
  return bundle('server', {
    main: 'server/src/main.ts',
    'print-thread': 'server/src/platform/pdf/print-thread.ts',
    'parser-process': 'server/src/platform/files/parser-process.ts',
  })
}

function buildSandbox() {
  return bundle('sandbox', { main: 'sandbox/src/main.ts' })
}

/** The app as a process of its own, which tests start and kill. */
function buildAppProcess() {
  return bundle('tests', { 'app-process': 'tests/app-process/app-process.ts' })
}

async function buildIfChanged({ name, sources, made, build }) {
  const note = path.join(cacheFolder, name)
  const state = stateOf(sources)
  const isCurrent = existsSync(path.join(root, made)) && existsSync(note) && readFileSync(note, 'utf8') === state
  if (isCurrent && !process.argv.includes('--force')) return
  rmSync(note, { force: true })
  await build()
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(note, state)
}

const requestedParts = parts.filter(({ name }) => process.argv.includes(name))
const usualParts = parts.filter(({ forTests }) => !forTests)
for (const part of requestedParts.length > 0 ? requestedParts : usualParts) await buildIfChanged(part)
