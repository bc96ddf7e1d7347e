// What describes the calls, for programs and for people. Each text is written once for a name of the shop: it costs a tenth of
// a second of the thread that serves everybody, and asks nothing of whoever wants it.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Contract } from '#platform/http/contract.ts'
import { docsPage, openApiDocument } from '#platform/http/openapi.ts'
import { acceptsGzip, isUnchanged } from '#platform/http/validators.ts'
import type { Responder } from '#platform/room.ts'

const packed = promisify(gzip)

interface Written {
  title: string
  text: string
  gzip: Promise<Buffer>
  etag: string
}

export function documents(contracts: Contract[], title: () => string): Responder[] {
  const one = (prefix: string, type: string, write: (title: string) => string): Responder => {
    let written: Written | undefined
    const now = (): Written => {
      const called = title()
      if (written?.title === called) return written
      const text = write(called)
      const etag = createHash('sha1').update(text).digest('base64url')
      written = { title: called, text, gzip: packed(text), etag }
      return written
    }
    return {
      prefix,
      whole: true,
      async answer({ headers: asked }) {
        const { text, gzip, etag } = now()
        const isPacked = acceptsGzip(asked)
        const headers = new Headers({ etag: `"${etag}${isPacked ? '-gzip' : ''}"`, 'cache-control': 'no-cache', vary: 'accept-encoding' }) // biome-ignore format: one thought
        if (isUnchanged(asked.get('if-none-match'), headers.get('etag')!))
          return new Response(null, { status: 304, headers })
        headers.set('content-type', type)
        if (!isPacked) return new Response(text, { headers })
        headers.set('content-encoding', 'gzip')
        return new Response(new Uint8Array(await gzip), { headers })
      },
    }
  }
  return [
    one('/prod-api/openapi.json', 'application/json', (called) => JSON.stringify(openApiDocument(contracts, called))),
    one('/prod-api/docs', 'text/html; charset=utf-8', (called) => docsPage(contracts, called)),
  ]
}
