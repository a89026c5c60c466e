type Id = number | string

const within =
  <Place extends string>(area: string) =>
  (id: Id, place: Place) =>
    `/${area}/${id}/${place}`

type EventPlace =
  | 'overview'
  | 'payments'
  | 'confirmation'
  | 'waivers'
  | 'access-codes'
  | 'music'
  | 'schedule'
  | 'the-cast-experience'
  | 'results'
  | 'critiques'
  | 'coda'
  | 'media-pass'
  | 'survey'

export type PortalPlace = 'critiques' | 'results' | 'data' | 'feedback' | 'resources' | 'homework'

/** The address of every screen. Screens and guards lead to each other through these alone. */
export const paths = {
  home: '/',
  signin: '/signin',
  signup: '/signup',
  signupUser: '/signup/user',
  signupStudio: '/signup/studio',
  setupPassword: (token: string) => `/signup/setup-password/${encodeURIComponent(token)}`,
  invitation: (token: string) => `/invitation/${encodeURIComponent(token)}`,
  awaitingConfirmation: '/awaiting-confirmation',
  confirm: (token: string) => `/confirm/${encodeURIComponent(token)}`,
  forgotPassword: '/forgot-password',
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,

  register: '/register',
  registerCity: (subdomain: string, tour_date_id: Id) => `/register?event=${subdomain}&city=${tour_date_id}`,
  cityPrices: (tour_date_id: Id) => `/register/${tour_date_id}/prices`,
  dashboard: '/dashboard',
  myEvents: '/registrations/incomplete',
  roster: '/roster',
  rosterImport: '/roster/import',
  account: '/account',
  changeStudio: (event: Id, registration_id: Id) => `/change-studio?event=${event}&registration_id=${registration_id}`,

  privacy: '/privacy',
  terms: '/terms',
  maintenance: '/maintenance',

  /** The wizard: the entry, and a step by the last part of its address (the VIP step's is the event's own). */
  registration: (id: Id) => `/registration/${id}`,
  step: within<string>('registration'),

  /** The event area: a tab by its address (the VIP tab's is the event's own, so it comes as text). */
  /** The payments page with the form that pays; without it a page with payments opens at their history. */
  payBalance: (registration_id: Id) => `/event/${registration_id}/payments?pay=true`,
  /** The same page at the history, also before the first payment. */
  paymentHistory: (registration_id: Id) => `/event/${registration_id}/payments?pay=false`,
  event: within<EventPlace>('event'),
  eventVip: within<string>('event'),
  portal: (id: Id, place: PortalPlace = 'critiques') => `/event/${id}/coda/${place}`,

  /** Paths that a token opens without an account. */
  shared: (place: string, token: string) => `/${place}/${encodeURIComponent(token)}`,

  office: '/office',
  officeAt: (place: string) => `/office/${place}`,
  dev: (place: string) => `/dev/${place}`,
} as const

/** Whether the address asks to see the portal before it is open. Scores stay withheld by the server. RES-005, A80. */
export const isPreview = (search: string): boolean => new URLSearchParams(search).get('preview') === '1'

/** Tabs of the event area that have a screen to lead to. */
const eventScreens = [
  'results',
  'critiques',
  'coda',
  'overview',
  'payments',
  'confirmation',
  'waivers',
  'access-codes',
  'music',
  'media-pass',
  'survey',
]
export const hasScreen = (tab: string): boolean => eventScreens.includes(tab)

/** Pages of a device that stands beside a stage, or in the hall: nothing but the page itself, without a frame. */
export const isBarePath = (path: string): boolean => path.startsWith('/judge/') || path.startsWith('/display/')
