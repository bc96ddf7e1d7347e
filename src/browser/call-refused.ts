// How a call fails, in browsers and while a page is made.

/** What the server refused, with its message key (decision A2); `status` 0: it could not be reached. */
export class CallRefused extends Error {
  status: number
  data: unknown
  errors: { path: string; message: string }[]
  retryAfterSeconds: number
  constructor(
    status: number,
    key: string,
    more: { data?: unknown; errors?: { path: string; message: string }[]; retryAfterSeconds?: number } = {},
  ) {
    super(key)
    this.status = status
    this.data = more.data
    this.errors = more.errors ?? []
    this.retryAfterSeconds = more.retryAfterSeconds ?? 0
  }

  /** What is wrong with each field, by its path. */
  byField(): Record<string, string> {
    return Object.fromEntries(this.errors.map(({ path, message }) => [path, message]))
  }
}
