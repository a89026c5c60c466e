import type { Endpoint, Example } from './endpoint.ts'
import type { EndpointSchemas, Schema } from './openapi-schemas.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: Schema
  example?: string | number
}
/** Headers that several calls read stand in the document once. */
export type ParameterRef = { $ref: string }

/** The thing an `{id}` in a path names, by the part of the path before it. */
const idsIn: Readonly<Record<string, string>> = {
  attendees: 'attendee',
  awards: 'award',
  blocks: 'block of the running order',
  requests: 'routine of the registration that the request is for',
  credits: 'credit claim',
  'group-mails': 'mail to a group',
  deductions: 'deduction',
  'critique-items': 'item of the vocabulary',
  homework: 'video of the homework library',
  'delete-registration': 'registration',
  devices: 'judge’s device',
  displays: 'screen in the hall',
  events: 'event',
  intensives: 'intensive',
  invitations: 'invitation',
  judges: 'judge',
  'saved-views': 'view',
  'saved-exports': 'export',
  mails: 'mail',
  music: 'piece of music',
  mybtf: 'account',
  news: 'news item',
  panels: 'panel',
  'payment-exceptions': 'payment exception',
  payments: 'payment',
  people: 'person',
  persons: 'person',
  'promo-codes': 'promo code',
  registration: 'registration',
  registrations: 'registration',
  routines: 'routine of the registration',
  scales: 'scale of marks',
  scholarships: 'scholarship',
  attended: 'record of attendance',
  'season-copies': 'copied season',
  seasons: 'season',
  sessions: 'session',
  'share-links': 'share link',
  studios: 'studio',
  'survey-questions': 'question of the survey',
  'tour-dates': 'city',
  tours: 'city',
  users: 'account',
  'waiting-entries': 'waiting entry',
  'waiting-list': 'waiting entry',
  'waiting-people': 'waiting person',
  'waiver-types': 'waiver type',
  waivers: 'waiver',
}

const descriptions: Readonly<Record<string, string>> = {
  action: 'The action, as the audit log names it.',
  actor: 'The account that made the change.',
  day: 'The day, YYYY-MM-DD.',
  active: 'Only promo codes that can be used, or only those that cannot.',
  attendee_id: 'The attendee.',
  age_division_id: 'Only entries of this age division.',
  category_id: 'Only entries of this category.',
  performance_division_id: 'Only entries of this performance division.',
  kind: '`headshot`: the photo; `signature`: the signature.',
  key: 'The recording or video, as the critique names it.',
  list: 'The list’s path below the office, `*` for each number.',
  billing_id: 'The saved card or bank account, as the list of saved methods names it.',
  client_id: 'The sheet.',
  city: 'The city’s name; it names the file.',
  claimed: 'Only studios with an account, or only those without.',
  coda: 'Whether the link leads into the results portal.',
  code: 'The promo code, in any case of letters.',
  current_season_id: 'The season whose cities are listed.',
  cursor: 'Where the next page begins: `next` of the page before.',
  data: 'What the link opens, as JSON text: `registration_id`, and `routine_ids` for some routines only.',
  editing: 'Of a completed registration: as it will be once its edit is submitted.',
  entity: 'Only what was done to things of this kind.',
  entity_id: 'Only what was done to this one thing.',
  event: 'The event’s id or its subdomain.',
  event_id: 'The event.',
  event_ids: 'Events, separated by commas.',
  poll: 'Said by a page that shows the stage already: an unchanged one is answered 304.',
  first_label: 'The first label of the sheet that is used, from 1.',
  folder: 'The folder the image belongs to.',
  file: 'The logo’s file: part of the `logo` that events are answered with.',
  format: 'The kind of file that is answered.',
  hash: 'The part of the page that opens, after its #.',
  margin: 'The studio’s own margin in basis points: 500 is 5 %.',
  media_id: 'The recording or video.',
  mybtf_user_id: 'The account; only the caller’s own.',
  name: 'The name.',
  names: 'Whether labels bear the names of dancers.',
  number: 'The entry’s number; it names the file.',
  operation: '`get`: a place to read from; `put`: a place to write to.',
  after: 'The last row of the page before: the page begins behind it.',
  order: 'The direction of the order.',
  orderid: 'The payment attempt, as the answer of the payment names it.',
  page: 'The page, from 1.',
  part: 'The part of the results: results, critiques or data.',
  path: 'The page that the link opens.',
  per_page: 'The rows of a page.',
  person_id: 'The person.',
  position: 'The judge’s position; it names the file.',
  q: 'Text to search for.',
  registration_id: 'The registration.',
  registrationsRoutineId: 'The routine of the registration.',
  registrations_confirmation_id: 'The confirmation, as the list of snapshots names it.',
  registrations_routine_id: 'The routine of the registration.',
  registrations_routine_ids: 'Routines of registrations, separated by commas.',
  request_id: 'The waiver request.',
  routine: 'The routine’s name; it names the file.',
  routine_id: 'The routine of the registration.',
  size: 'Bytes of the file that will be put. Required where files are kept in an S3 store, which then takes exactly so many.',
  searchText: 'A part of the studio’s name.',
  season_id: 'The season.',
  session_id: 'The session.',
  show: 'Which rows are listed.',
  sort: 'The column that the rows are ordered by.',
  state: 'Only rows in this state.',
  status: 'Only rows with this status.',
  table: 'The list.',
  tables: 'Lists by name, separated by commas.',
  token: 'The token of the link.',
  seat_id: 'The judge’s seat on a panel.',
  tour_date_id: 'The city.',
  type: 'The media type of the file.',
  version: 'The version of what the caller has read.',
  waiver_type_id: 'The type of waiver.',
}

const thingOf = (path: string) => idsIn[/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ''] ?? ''

function describe(name: string, path: string): string {
  if (name !== 'id') return descriptions[name] ?? ''
  const thing = thingOf(path)
  return thing && `The ${thing}.`
}

function ofPlace(place: 'path' | 'query', path: string, shape: Schema, values: Example['params']): Parameter[] {
  const { properties = {}, required = [] } = shape
  return Object.entries(properties).map(([name, field]) => {
    // A schema of `true` or `false` alone is never made here.
    const { description, ...schema } = field as Schema
    const example = values?.[name]
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: description ?? describe(name, path),
      schema,
      ...(example !== undefined && { example }),
    }
  })
}

/** The headers that a call may read; their names in the document's `components/parameters`. */
const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A name the caller makes for this one act. A request that is repeated under it is done once.',
    schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[\\w.:-]{8,255}$' },
    example: '5f0c6d2e-2c4b-4c55-9d5a-0c9f2b7a1e10',
  },
  OptionalIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A name the caller makes for this one act. A request that is repeated under it is done once; without it each is done.',
    schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[\\w.:-]{8,255}$' },
    example: '5f0c6d2e-2c4b-4c55-9d5a-0c9f2b7a1e10',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of an earlier answer: 304 when nothing changed since.',
    schema: { type: 'string' },
    example: '"3-41"',
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'A part of the file, as bytes: `bytes=0-1023`.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  TusResumable: {
    name: 'Tus-Resumable',
    in: 'header',
    required: true,
    description: 'The version of the tus protocol.',
    schema: { type: 'string' },
    example: '1.0.0',
  },
  UploadOffset: {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'Where in the file the body belongs: how many bytes are there already.',
    schema: { type: 'integer' },
    example: 0,
  },
  WebhookSignature: {
    name: 'Webhook-Signature',
    in: 'header',
    required: true,
    description: 'The gateway’s signature of the body.',
    schema: { type: 'string' },
    example: 't=f3c1e9a2b7d84c15,s=04ac6a0d…',
  },
} as const satisfies Record<string, Parameter>

const inWords = (text: string) => text.split(/[^a-zA-Z0-9]+/).filter(Boolean)
const typeNameOf = (text: string) =>
  inWords(text)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')

/** The parameters of calls. One that several calls take stands once in `shared`. */
export function parameterWriter(calls: readonly Call[]) {
  const own = new Map(calls.map((call) => [call.id, parametersOf(call)]))
  const uses = new Map<string, number>()
  const keyOf = ({ example: _, ...parameter }: Parameter) => JSON.stringify(parameter)
  for (const parameter of [...own.values()].flat()) uses.set(keyOf(parameter), (uses.get(keyOf(parameter)) ?? 0) + 1)

  const shared: Record<string, Parameter> = { ...headerParameters }
  const nameOf = (parameter: Parameter, path: string) => {
    const thing = parameter.name === 'id' ? `${thingOf(path)} id` : parameter.name
    const names = [thing, `${thing} in ${parameter.in}`, `${thing} in ${parameter.in} if known`].map(typeNameOf)
    return names.find((name) => !shared[name] || keyOf(shared[name]) === keyOf(parameter))
  }
  const parametersById = calls.map(({ id, endpoint }): [string, (Parameter | ParameterRef)[]] => {
    const parameters = (own.get(id) ?? []).map((parameter) => {
      const name = (uses.get(keyOf(parameter)) ?? 0) > 1 ? nameOf(parameter, endpoint.path) : undefined
      if (!name) return parameter
      shared[name] ??= parameter
      return refTo(name)
    })
    const { idempotency, conditional, headers } = endpoint
    const names = [
      ...(idempotency === 'required' ? ['IdempotencyKey'] : []),
      ...(idempotency === 'optional' ? ['OptionalIdempotencyKey'] : []),
      ...(conditional ? ['IfNoneMatch'] : []),
      // Of the office alone: `beginOfficeEdit` says what it is for.
      ...headers.filter((header) => header !== 'OfficeEdit'),
    ]
    return [id, [...parameters, ...names.map(refTo)]]
  })
  return { ofCall: new Map(parametersById), shared }
}

type Call = { id: string; endpoint: Endpoint; schemas: EndpointSchemas; example: Example }

const refTo = (name: string): ParameterRef => ({ $ref: `#/components/parameters/${name}` })

const parametersOf = ({ endpoint: { path }, schemas, example }: Call): Parameter[] => [
  ...ofPlace('path', path, schemas.params, example.params),
  ...ofPlace('query', path, schemas.query, example.query),
]
