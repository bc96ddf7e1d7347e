// The cookie of the back office. It is its own, so that a member's counts here never; under https its prefix keeps other hosts
// of the domain and plain connections from writing it.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto.ts'
import { readCookie } from '#platform/http/cookies.ts'

const TOKEN = /^[\w-]{43}$/

export type OfficeCookie = ReturnType<typeof officeCookie>

export function officeCookie(https: boolean) {
  const name = https ? '__Host-office' : 'office'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`
  return {
    read(headers: Headers): string | undefined {
      const token = readCookie(headers.get('cookie'), name)
      return token && TOKEN.test(token) ? token : undefined
    },
    // It goes with the browser; the server ends the session sooner.
    set: (setCookie: (cookie: string) => void, token: string) => setCookie(`${name}=${token}; ${attributes}`),
    clear: (setCookie: (cookie: string) => void) => setCookie(`${name}=; ${attributes}; Max-Age=0`),
  }
}

export const newToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a token: it is random, nothing is gained by a slower hash. */
export const hashOfToken = (token: string): Buffer => sha256(token)
