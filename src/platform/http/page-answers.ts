// How a page goes out.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedPage } from './page-cache.ts'
import type { PageForm } from './page-forms.ts'
import { isUnchanged } from './validators.ts'

// Named, and not with the weight 0, which refuses it (RFC 9110 §12.5.3).
const BROTLI = /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i
const GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i

export function send(req: IncomingMessage, res: ServerResponse, page: CachedPage) {
  const accepts = req.headers['accept-encoding'] ?? ''
  if (page.br && BROTLI.test(accepts)) sendForm(req, res, page, page.br)
  else if (page.gzip && GZIP.test(accepts))
    void page
      .gzip()
      .catch(() => page.plain)
      .then((form) => sendForm(req, res, page, form))
  else sendForm(req, res, page, page.plain)
}

function sendForm(req: IncomingMessage, res: ServerResponse, page: CachedPage, { body, etag, encoding }: PageForm) {
  if (res.destroyed) return
  if (page.status === 200 && isUnchanged(req.headers['if-none-match'], etag)) {
    // What a cache keeps of the page it learns anew (RFC 9110 §15.4.5).
    const { 'content-type': _type, 'content-language': _language, ...headers } = page.headers
    res.writeHead(304, { ...headers, etag }).end()
    return
  }
  const headers: Record<string, string | number> = { ...page.headers, etag, 'content-length': body.length }
  if (encoding) headers['content-encoding'] = encoding
  res.writeHead(page.status, headers)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}
