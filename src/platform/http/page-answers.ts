// How a page goes out, and what is said where there is none.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from './one-address.ts'
import type { CachedPage } from './page-cache.ts'
import type { PageForm } from './page-forms.ts'
import { contentSecurityPolicy } from './security.ts'
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

/** Answers beside the pages themselves. */
export function plainAnswers(securityHeaders: Record<string, string>) {
  return {
    say(res: ServerResponse, status: number, html: string, headers: Record<string, string> = {}) {
      res.writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy([]),
        'cache-control': 'no-store',
        ...securityHeaders,
        ...headers,
      })
      res.end(html)
    },

    elsewhere(res: ServerResponse, location: string, status: 301 | 307 = 301) {
      const headers = { location, 'cache-control': 'public, max-age=3600', ...securityHeaders }
      res.writeHead(status, headers).end()
    },
  }
}

export const plainPage = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">Home</a></p></html>`

// Shown when even the error page cannot be rendered.
export const LAST_RESORT = plainPage('Something went wrong', 'Please try again in a moment.')
export const BUSY = plainPage('The shop is busy', 'Please try again in a moment.')
export const REFUSALS: Record<Refusal, string> = {
  400: plainPage('This is no address of this shop', 'Please check what stands in the address bar.'),
  414: plainPage('This address is too long', 'Please check what stands in the address bar.'),
}
