// What a call is given: read from a request within its bounds, and held against the contract.
import type { z } from 'zod'
import { BODY_BYTES, type Call } from './contract.ts'
import { CallError, type FieldError, invalid } from './errors.ts'
import { boundOf, brokeOff, FILE_MS, RAW_MS, readFileOf, type UploadedFile } from './upload.ts'

/** What was sent, still as it was sent: texts of the address, and a body that is no more than JSON, bytes or a file. */
export interface RawInput {
  params: Record<string, string>
  query: Record<string, string>
  body?: unknown
}

/** Throws CallError 400, 408, 413, 415 for what cannot be read or is not as the contract says. */
export async function readInput(call: Call, request: Request, params: Record<string, string>) {
  const query = readQuery(request.url)
  // What stands in the address is looked at before anything is read.
  refuseNoText(params, query)
  const body = call.raw
    ? await readBounded(request, call.maxBodyBytes, RAW_MS)
    : call.file
      ? await readFile(request, call.file.maxBytes)
      : call.body
        ? await readJson(request, call.maxBodyBytes)
        : undefined
  return parseInput(call, { params, query, body })
}

/** Throws CallError 400 with what is wrong where. */
export function parseInput(call: Call, { params, query, body }: RawInput) {
  refuseNoText(params, query)
  const errors: FieldError[] = []
  const parse = (schema: z.ZodType | undefined, value: unknown, where: string) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.slice(0, 20)) {
      errors.push({
        path: [where, ...issue.path.map(String)].filter(Boolean).join('.').slice(0, 100),
        message: issue.message.slice(0, 200),
      })
    }
  }
  const input = {
    params: parse(call.params, params, 'path'),
    query: parse(call.query, query, 'query'),
    body: call.raw || call.file ? body : parse(call.body, body, ''),
  }
  if (errors.length > 0) throw invalid(errors)
  return input
}

function refuseNoText(...parts: Record<string, string>[]) {
  if (!parts.every((part) => Object.values(part).every(isText))) throw noText()
}

function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  // The first of a repeated name counts; an array where one value is meant is how type confusion begins.
  const query: Record<string, string> = Object.create(null)
  if (start >= 0) for (const [name, value] of new URLSearchParams(url.slice(start))) query[name] ??= value
  return query
}

async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw invalid([{ path: '', message: 'The body must be application/json' }])
  const text = (await readBounded(request, maxBytes)).toString('utf8')
  try {
    return JSON.parse(text, onlyData)
  } catch (error) {
    throw error instanceof CallError ? error : invalid([{ path: '', message: 'The body is not valid JSON' }])
  }
}

function onlyData(key: string, value: unknown) {
  if (!isText(key) || (typeof value === 'string' && !isText(value))) throw noText()
  return key === '__proto__' ? undefined : value
}

// PostgreSQL has no place for NUL and UTF-8 none for half a character: an escape of JSON can say both, no person means them.
const isText = (text: string) => text.isWellFormed() && !text.includes('\0')
const noText = () => invalid([{ path: '', message: 'NUL and half characters are no text' }])

/** The body's bytes; more than the call takes is refused while it arrives, not after, and so is what takes longer than `ms`. */
async function readBounded(request: Request, maxBytes = BODY_BYTES, ms?: number): Promise<Buffer> {
  const tooLarge = () => new CallError(413, 'error.tooLarge')
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return Buffer.alloc(0)
  const reader = request.body.getReader()
  const late = Promise.withResolvers<never>()
  const timer = ms === undefined ? undefined : setTimeout(() => late.reject(new CallError(408, 'error.tooSlow')), ms)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise])
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > maxBytes) {
        await reader.cancel()
        throw tooLarge()
      }
      chunks.push(value)
    }
  } catch (error) {
    throw error instanceof CallError ? error : brokeOff()
  } finally {
    clearTimeout(timer)
  }
}

async function readFile(request: Request, maxBytes: number): Promise<UploadedFile> {
  const type = request.headers.get('content-type') ?? ''
  return readFileOf(await readBounded(request, boundOf(maxBytes), FILE_MS), type, maxBytes)
}
