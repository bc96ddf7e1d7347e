// The back office's page: one file for all of its addresses, with a nonce of its own each time. What it shows it asks for itself.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#platform/database/server-programs.ts'
import type { Responder } from '#platform/room.ts'

const PLACE = '/office'
const NONCE = '%nonce%'

const policy = (nonce: string) =>
  [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/**
 * `dist`: where the build has put it. Throws StartError when it is not there. While developing nobody serves what was built, and
 * the page says so.
 */
export function officePages(dist: string, { dev = false } = {}): Responder[] {
  const page = dev ? undefined : readPage(dist)
  if (page === undefined && !dev) throw new StartError('the pages are not built: run `npm run build`')
  const answer = async () => {
    const nonce = randomBytes(18).toString('base64url')
    const html = page?.replaceAll(NONCE, nonce) ?? 'The back office is there in a shop that was built: `npm start`.\n'
    return new Response(html, {
      headers: {
        'content-type': `text/${page === undefined ? 'plain' : 'html'}; charset=utf-8`,
        'cache-control': 'no-store',
        'content-security-policy': policy(nonce),
        'x-robots-tag': 'noindex, nofollow',
      },
    })
  }
  return [
    { prefix: PLACE, whole: true, answer },
    { prefix: `${PLACE}/`, answer },
  ]
}

function readPage(dist: string): string | undefined {
  try {
    return readFileSync(join(dist, 'office', 'index.html'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
