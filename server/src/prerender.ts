import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { App } from './platform/http/serve.ts'
import { criticalSheets, type SheetRule } from './platform/http/critical-sheet.ts'
import type { OpeningRead, PageParts, PageRequest, Prerender } from './platform/http/pages.ts'

type RenderInput = PageRequest & { now: number; read: (url: string) => Promise<unknown> }

/** The build of web/src/prerender.tsx. */
type Renderer = {
  pageSources: Readonly<Record<string, string>>
  writtenHref: (path: string, query: string) => string
  screenSources: (path: string) => Promise<string[]>
  openingReads: (path: string) => readonly OpeningRead[]
  renderPage: (input: RenderInput) => Promise<{ markup: string; data: object }>
}

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Readonly<Record<string, Chunk>>

type SheetRules = Readonly<Record<string, readonly SheetRule[]>>

/** The part of a page that requests of one address share. */
type KeptParts = Omit<PageParts, 'links' | 'reads'>

type Build = { build: Renderer; manifest: Manifest; rules: SheetRules }

/** How many pages are kept; each tour has a picker of its own. */
const maxPages = 100
/** In milliseconds: places sell and deadlines near without a new version of the catalogue. */
const pageLifetime = 30_000

/** Files of the chunks that these sources are built into, those of index.html apart from those of the screens. */
function filesOf(manifest: Manifest, sources: readonly string[]) {
  const collect = (name: string, into: Set<string>) => {
    if (into.has(name)) return into
    into.add(name)
    for (const imported of manifest[name]?.imports ?? []) collect(imported, into)
    return into
  }
  const first = collect('index.html', new Set())
  const chunks = new Set<string>()
  for (const source of sources) collect(source, chunks)
  const chunksNamed = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name] ?? [])
  const sheetsOf = (files: readonly Chunk[]) => [...new Set(files.flatMap(({ css = [] }) => css))]
  const screenFiles = chunksNamed([...chunks].filter((name) => !first.has(name)))
  return { screenFiles, screenSheets: sheetsOf(screenFiles), firstSheets: sheetsOf(chunksNamed(first)) }
}

/**
 * Scripts and sheets that screens need beside those of index.html. The sheets of a page that is not written wait for
 * nothing: its frame is shown without them.
 */
function linksOf(manifest: Manifest, sources: readonly string[], isWritten: boolean): string {
  const { screenFiles, screenSheets } = filesOf(manifest, sources)
  return [
    ...screenSheets.map(
      (sheet) => `<link rel="${isWritten ? 'stylesheet' : 'preload" as="style'}" crossorigin href="/${sheet}">`,
    ),
    ...screenFiles.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ].join('')
}

/** JSON that cannot end the script element it stands in. */
const scriptJson = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

/**
 * Writes the front page and the picker with their data, and the frame of every other page, so that they can be read
 * before a script has run. A page is kept until the catalogue changes, at most half a minute. It holds public data
 * alone: it is read through the API without a session.
 */
export function makePrerender(app: App, folder: string): Prerender {
  let renderer: Promise<Build | undefined> | undefined
  async function loadRenderer() {
    const file = path.join(folder, '../dist-server/prerender.js')
    const [manifestFile, rulesFile] = ['manifest', 'sheet-rules'].map((name) => path.join(folder, `.vite/${name}.json`))
    if (!manifestFile || !rulesFile || ![file, manifestFile, rulesFile].every(existsSync)) return undefined
    // The casts: all three are written by the build.
    const build = (await import(pathToFileURL(file).href)) as Renderer
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
    return { build, manifest, rules: JSON.parse(readFileSync(rulesFile, 'utf8')) as SheetRules }
  }
  const pages = new Map<string, { version: string; writtenAt: number; parts: Promise<KeptParts> }>()
  /** By the screens they belong to. */
  const keptLinks = new Map<string, string>()
  const sheetMakers = new Map<string, (markup: string) => string>()

  async function read(url: string): Promise<unknown> {
    const reply = await app.inject({ method: 'GET', url })
    if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`)
    return reply.json()
  }

  async function write(pageBuild: Build, request: PageRequest, now: number): Promise<KeptParts> {
    const { markup, data } = await pageBuild.build.renderPage({ ...request, now, read })
    const styles = await stylesFor(pageBuild, request, markup)
    return { markup, styles, data: scriptJson(data), writtenAt: now }
  }

  /** Rules that paint the markup before the sheets that hold them have arrived. */
  async function stylesFor({ build, manifest, rules }: Build, { href }: PageRequest, markup: string): Promise<string> {
    const { pathname } = new URL(href, app.origin)
    const sources = pathname in build.pageSources ? await build.screenSources(pathname) : []
    const { firstSheets, screenSheets } = filesOf(manifest, sources)
    const key = sources.join(' ')
    const make =
      sheetMakers.get(key) ?? criticalSheets([...firstSheets, ...screenSheets].flatMap((sheet) => rules[sheet] ?? []))
    sheetMakers.set(key, make)
    return make(markup)
  }

  /** The page of a request, written anew when the kept one is out of date. */
  async function keptPage(pageBuild: Build, request: PageRequest): Promise<KeptParts> {
    const key = JSON.stringify(request)
    const { version } = await app.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    const now = Date.parse(app.clock.now())
    const page = pages.get(key)
    if (page?.version === String(version) && Math.abs(now - page.writtenAt) < pageLifetime) return page.parts
    const parts = write(pageBuild, request, now)
    pages.delete(key)
    pages.set(key, { version: String(version), writtenAt: now, parts })
    parts.catch(() => pages.delete(key))
    const [oldest] = pages.keys()
    if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest)
    return parts
  }

  /** The files of the screen, so that a browser asks for them before the first script has run. */
  async function linksFor({ build, manifest }: Build, pathname: string): Promise<string> {
    const sources = await build.screenSources(pathname)
    const key = sources.join(' ')
    const links = keptLinks.get(key) ?? linksOf(manifest, sources, pathname in build.pageSources)
    keptLinks.set(key, links)
    return links
  }

  return async ({ href, isVisitor, isPhone }) => {
    renderer ??= loadRenderer()
    const pageBuild = await renderer
    if (!pageBuild) return undefined
    const { pathname, searchParams } = new URL(href, app.origin)
    // Other parameters (a chosen city) change nothing that the server writes.
    const event = searchParams.get('event')
    const query = event && /^[\w-]{1,60}$/.test(event) ? `?event=${event}` : ''
    const pageHref = pageBuild.build.writtenHref(pathname, query)
    const parts = await keptPage(pageBuild, { href: pageHref, isVisitor, isPhone })
    const reads = isVisitor ? [] : pageBuild.build.openingReads(pathname)
    return { ...parts, reads, links: await linksFor(pageBuild, pathname) }
  }
}
