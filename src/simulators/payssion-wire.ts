// Payssion on the wire: forms, JSON and multipart in, result codes out, the signatures over both.
import { createHash } from 'node:crypto'
import type { Answer, Incoming } from './listener.ts'

export type Field = (name: string) => string

/** Null for what is none of the three. */
export function readFields({ method, query, headers, body }: Incoming): Field | null {
  const type = headers['content-type'] ?? ''
  if (method === 'GET') return (name) => query.get(name) ?? ''
  if (type.includes('multipart/form-data')) return readMultipart(type, body)
  if (!type.includes('json')) {
    const form = new URLSearchParams(body)
    return (name) => form.get(name) ?? ''
  }
  try {
    const json = new Map<string, unknown>(Object.entries(JSON.parse(body)))
    return (name) => String(json.get(name) ?? '')
  } catch {
    return null
  }
}

/** Fields only: nobody sends a payment provider files. */
function readMultipart(type: string, body: string): Field | null {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (!boundary) return null
  const fields = new Map<string, string>()
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const cut = part.indexOf('\r\n\r\n')
    const name = / name="([^"]*)"/.exec(part.slice(0, Math.max(cut, 0)))?.[1]
    if (cut < 0 || name === undefined) return null
    fields.set(name, part.slice(cut + 4).replace(/\r\n$/, ''))
  }
  return (name) => fields.get(name) ?? ''
}

// Payssion answers HTTP 200 and puts what it thinks in result_code.
export function result(result_code: number, content: object = {}, status = 200): Answer {
  return { status, body: JSON.stringify({ result_code, ...content }) }
}

export function md5(...values: string[]): string {
  return createHash('md5').update(values.join('|')).digest('hex')
}

/** 123456 → 1234.56, whatever the currency and however it was written: amounts come back in this form. */
export function decimal(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/** Null for what is no amount. */
export function hundredths(decimal: string): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(decimal)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
