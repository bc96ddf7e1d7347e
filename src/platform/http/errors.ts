// The refusals that a call may answer with. Everything else that is thrown is a fault: HTTP 500 with a request id.

export interface FieldError {
  path: string
  message: string
}

/** An expected outcome with its HTTP status and its message key (decision A3). */
export class CallError extends Error {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 422 | 429 | 503
  details: { errors?: FieldError[]; data?: unknown; retryAfterSeconds?: number }
  constructor(status: CallError['status'], key: string, details: CallError['details'] = {}) {
    super(key)
    this.status = status
    this.details = details
  }
}

export const notFound = () => new CallError(404, 'error.notFound')
export const invalid = (errors: FieldError[], data?: unknown) => new CallError(400, 'error.invalid', { errors, data })
/** A business refusal: body code 500 as the specification's client expects, HTTP 422. */
export const refused = (key: string, data?: unknown) => new CallError(422, key, { data })
