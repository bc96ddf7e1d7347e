// The back office's page: one file for all of its addresses, with a nonce of its own each time. What it shows it asks for itself.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Responder } from '#platform/room.ts'
import { StartError } from '#platform/start-error.ts'
import type { DevOffice } from './dev-office.ts'

const PLACE = '/office'
/** Stands in the page where each answer's own belongs. */
export const NONCE = '%nonce%'

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
    // Neither its code nor its libraries make scripts or markup of text: nobody may, under no name but that of the worker for
    // challenges (captcha/ui/solve.ts), which makes one address.
    `require-trusted-types-for 'script'`,
    `trusted-types altcha`,
  ].join('; ')

/**
 * `dist`: where the build has put it. Throws StartError when it is not there. `dev` makes the page of its sources instead, while
 * developing.
 */
export function officePages(dist: string, dev?: DevOffice): Responder[] {
  const built = dev ? '' : readPage(dist)
  const answer = async () => {
    const nonce = randomBytes(18).toString('base64url')
    return new Response(dev ? await dev.page(nonce) : built.replaceAll(NONCE, nonce), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
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

function readPage(dist: string): string {
  try {
    return readFileSync(join(dist, 'office', 'index.html'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new StartError('the pages are not built: run `npm run build`')
  }
}
