// How a call is declared: once, as data. The server validates with it, the clients take their types from it, and the
// OpenAPI document is generated from it (decision A1).
import type { z } from 'zod'
import type { Download } from './download.ts'
import type { FieldError } from './errors.ts'
import type { UploadedFile } from './upload.ts'

/** What a form of the shop needs: its longest text in letters of three bytes. */
export const BODY_BYTES = 32 * 1024

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `METHOD /path/{param}` below /prod-api. */
export type CallName = `${Method} /${string}`

/**
 * Who may make a call, enforced before its handler. `public`: anybody. `member`: whoever is logged in as one. `staff`: an
 * employee, of an object one with this permission; such calls lie below `/office/`. `holder`: whoever may see one thing, as the guard of that kind says; `by` is where the
 * input names it (`params.id`).
 */
export type Access =
  | 'public'
  | 'member'
  | 'staff'
  | { staff: string }
  | { holder: string; by: `${'params' | 'query' | 'body'}.${string}` }

interface CallBase {
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body is wanted as the bytes that were sent, whatever their type: a signature covers them. `body` is absent. */
  raw?: true
  /** The body is a form (multipart/form-data) with one file in its field `file`, of so many bytes at most (decision A10). `body` is absent. */
  file?: { maxBytes: number }
  /** The longest body that is read, in bytes; longer: 413. Absent: BODY_BYTES. */
  maxBodyBytes?: number
  /** A GET that changes something (decision A8): by GET alone, from the shop's own pages or with a token in a header. */
  changes?: true
  /**
   * A public call that treats a member in his own way: who asks is found out first. Of any other public call a member gets
   * what a visitor gets, and nobody is looked up for it: it is answered, too, while nobody can be.
   */
  knowsMembers?: true
  /** Seconds for which a proof of who the member or employee is counts (decision F3); older: 403, and he proves it again. */
  provedWithin?: number
  /** Calls per minute and address, or the name of a limit that rooms declare; over it: 429 (decision A9). */
  perMinute?: number | string
}

/**
 * A call answers with `data` or, when it lists, with `rows` and `total` (decision A2); or, when all goes well, with the
 * bytes of a file of one of the named types.
 */
export type Call = CallBase &
  (
    | { data: z.ZodType; rows?: undefined; download?: undefined }
    | { rows: z.ZodType; data?: undefined; download?: undefined }
    | { download: readonly string[]; data?: undefined; rows?: undefined }
  )

export type Contract = Record<CallName, Call>

export function defineContract<const C extends Contract>(calls: C): C {
  return calls
}

type In<S> = S extends z.ZodType ? z.input<S> : undefined
type Out<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler gets, after validation. */
export interface Parsed<C extends Call> {
  params: Out<C['params']>
  query: Out<C['query']>
  body: C extends { raw: true } ? Uint8Array : C extends { file: object } ? UploadedFile : Out<C['body']>
}

/** What a handler returns. */
export type Answer<C extends Call> = C extends { rows: z.ZodType }
  ? { rows: z.input<C['rows']>[]; total: number }
  : C extends { data: z.ZodType }
    ? z.input<C['data']>
    : C extends { download: readonly string[] }
      ? Download
      : never

/** What a client passes: only the parts that the call has. Each call by itself, for of many calls the parts of all would be crossed. */
export type CallInput<C extends Call> = C extends Call
  ? (C extends { params: z.ZodType } ? { params: In<C['params']> } : object) &
      (C extends { query: z.ZodType } ? { query: In<C['query']> } : object) &
      (C extends { body: z.ZodType } ? { body: In<C['body']> } : object)
  : never

/** What a client gets. */
export type CallResult<C extends Call> = C extends { rows: z.ZodType }
  ? { rows: z.output<C['rows']>[]; total: number }
  : C extends { data: z.ZodType }
    ? z.output<C['data']>
    : never

/** What a call answers, whichever way it was asked (decision A2). */
export interface Envelope {
  code: number
  msg: string
  data?: unknown
  rows?: unknown
  total?: number
  errors?: FieldError[]
  /** By which a fault is found in the log; answers of other kinds have none. */
  requestId?: string
}

export interface Outcome {
  /** HTTP's. */
  status: number
  envelope: Envelope
  retryAfterSeconds?: number
}

/** As the shop's client has it: numbers and booleans that HTTP would carry as text. */
export interface PageInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** For whom the page is made. */
export interface PageAsker {
  /** Language code. */
  locale: string
  /** ISO 4217. */
  currency: string
  /** By which the calls find what somebody typed and has not saved (page-preview.ts). */
  preview?: string
}

/** Never throws: what goes wrong is an outcome. What it answers may be shared with others and is not to be changed. */
export type AskInProcess = (name: string, input: PageInput, asker: PageAsker) => Promise<Outcome>
