/** An answer other than success, as Stripe words it. */
export class Failure extends Error {
  readonly status: number
  readonly error: Record<string, unknown>

  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new Failure(status, { type: 'invalid_request_error', message, ...more })

export const missing = (what: string, id: string, param: string) =>
  invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, param === 'id' ? 404 : 400)
