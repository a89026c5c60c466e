import { daysAfter, type Instant, minutesAfter } from '../kernel/instant.ts'

/** Pages that a link opens without signing in, by the first part of their address. TOK-002, TOK-004. */
export const sharePaths = [
  'music',
  'waivers',
  'access-codes',
  'best-dancers',
  'core-performers',
  'proteges',
  'the-cast-experience',
  'schedule',
  'critiques',
  'results',
  'data',
  'survey',
  'homework',
] as const
export type SharePath = (typeof sharePaths)[number]

/** The purpose of a page: the finals' program has the address of its event, and is one page. TOK-003, A46. */
export const purposeOf = (path: SharePath): SharePath =>
  path === 'core-performers' || path === 'proteges' || path === 'the-cast-experience' ? 'best-dancers' : path

/** The address of an event's program for anyone with a link. */
export const programPath = (vip_route: string): SharePath =>
  sharePaths.find((path) => path === vip_route && purposeOf(path) === 'best-dancers') ?? 'best-dancers'

/** The scope of a link: one page of one registration, and some of its routines; null: all of them. TOK-005. */
export type ShareScope = { path: SharePath; registration_id: number; routine_ids: readonly number[] | null }

/** The caller of a registration's endpoint: its owner's account, or anyone with a share link. */
export type CallerIdentity = { user: { id: number }; shared: ShareScope | null }

type Address = { path: SharePath; coda?: boolean | undefined; hash?: string | undefined }

/** The pages that the results portal has too, with its look. */
const portalPaths: readonly SharePath[] = ['critiques', 'results', 'data', 'homework']

/** Where a link leads, without the site it is on; a page that the portal has not has one address. TOK-008, TOK-017. */
export const shareAddress = ({ path, coda = false, hash = '' }: Address, token: string): string =>
  `/${coda && portalPaths.includes(path) ? 'coda/' : ''}${path}/${token}${hash ? `#${encodeURIComponent(hash)}` : ''}`

/** When a link made now ends: `days` is a setting of the product. */
export const shareEnd = (now: Instant, days: number): Instant => daysAfter(now, days)

/** How long a report link opens: long enough to print, too short to be passed on. SEC-020. */
const minutes = 15

/** When a link to a report that is made now ends. SEC-020. */
export const reportTokenEnd = (now: Instant): Instant => minutesAfter(now, minutes)
