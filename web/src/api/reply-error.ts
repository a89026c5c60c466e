type Facts = Readonly<Record<string, unknown>>

type What = {
  status: number
  code: string
  message: string
  field?: string | undefined
  tab?: string | undefined
  request_id?: string | undefined
  facts?: Facts
}

/** Of a read that had no answer in time. */
export const timeoutCode = 'timeout'

const unknownFailure = 'Something went wrong!'
const noAnswer = 'Could not connect to server. Please check your internet connection and try again later.'

/** The server's answer when it said no, or could not say anything (API-083). `message` is a sentence for people, always. */
export class ReplyError extends Error {
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly tab: string | undefined
  readonly request_id: string | undefined
  /** Whether the server said why; otherwise `message` is ours. */
  readonly said: boolean
  /** The values inside the refusal's message: numbers and names. */
  readonly facts: Facts
  /** It ended a session: the sign-in page says so. */
  endedSession = false

  constructor({ status, code, message, field, tab, request_id, facts = {} }: What) {
    super(message || unknownFailure)
    this.said = message !== ''
    this.name = 'ReplyError'
    this.status = status
    this.code = code
    this.field = field
    this.tab = tab
    this.request_id = request_id
    this.facts = facts
  }

  static timeout = () => new ReplyError({ status: 0, code: timeoutCode, message: noAnswer })

  static offline = () => new ReplyError({ status: 0, code: 'offline', message: noAnswer })

  get offline(): boolean {
    return this.status === 0
  }

  get bad_request(): boolean {
    return this.status >= 400 && this.status <= 499
  }

  get server_error(): boolean {
    return this.status >= 500
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function replyError(status: number, answer: unknown, requestId: string | null): ReplyError {
  const { code, message, field, tab, request_id, ...facts } =
    // The cast only opens an object whose every field is checked below.
    (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  return new ReplyError({
    status,
    code: textOf(code) ?? 'unexpected',
    message: textOf(message) ?? '',
    field: textOf(field),
    tab: textOf(tab),
    request_id: textOf(request_id) ?? requestId ?? undefined,
    facts,
  })
}
