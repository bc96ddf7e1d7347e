// What each provider takes, as it is drawn beside its methods: a file in its own folder.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { acceptsGzip } from '#platform/http/validators.ts'
import type { PaymentMethod } from '../contract.ts'
import type { AnyProvider } from './define.ts'

export const MARKS = '/media/marks/'

/** How a method names its drawing. */
export type Marks = Pick<PaymentMethod, 'img' | 'imgWidth' | 'imgAlt'>

const UNDRAWN: Marks = { img: null, imgWidth: null, imgAlt: null }

/** The address holds what is drawn, so that it can be kept for ever. Throws where a file does not say its size and its names. */
export function drawnMarks(providers: readonly AnyProvider[]) {
  const drawn = new Map(
    providers.flatMap(({ name, marks }) => {
      if (!marks) return []
      const bytes = readFileSync(marks)
      return [[name, { bytes, packed: gzipSync(bytes), marks: describe(name, bytes) }] as const]
    }),
  )
  const byAddress = new Map([...drawn.values()].map((one) => [one.marks.img, one]))

  return {
    of: (provider: string): Marks => drawn.get(provider)?.marks ?? UNDRAWN,

    /** GET /media/marks/{provider}-{hash}.svg */
    async answer(request: Request): Promise<Response | undefined> {
      const found = byAddress.get(new URL(request.url).pathname)
      if (!found) return undefined
      const gzip = acceptsGzip(request.headers)
      const headers = new Headers({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      if (gzip) headers.set('content-encoding', 'gzip')
      const body = gzip ? found.packed : found.bytes
      headers.set('content-length', String(body.length))
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
    },
  }
}

function describe(provider: string, bytes: Buffer) {
  const text = bytes.toString()
  const width = /^<svg\b[^>]* viewBox="0 0 (\d+) 26"/.exec(text)?.[1]
  const names = /<title>([^<&]+)<\/title>/.exec(text)?.[1]
  if (!width || !names)
    throw new Error(`marks.svg of ${provider} needs viewBox="0 0 … 26", and a <title> with the names of what it shows`)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return { img: `${MARKS}${provider}-${hash}.svg`, imgWidth: Number(width), imgAlt: names }
}
