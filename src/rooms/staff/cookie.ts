// The cookies of the back office: of a session, and of a browser in which somebody has signed in before. They are its own, so that
// a member's count here never; under https their prefix keeps other hosts of the domain and plain connections from writing them.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto.ts'
import { readCookie } from '#platform/http/cookies.ts'

const TOKEN = /^[\w-]{43}$/
const YEAR = 365 * 24 * 60 * 60

export type OfficeCookie = ReturnType<typeof officeCookie>

export function officeCookie(https: boolean) {
  const name = https ? '__Host-office' : 'office'
  const device = `${name}-device`
  const attributes = `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`
  const readToken = (headers: Headers, cookie: string) => {
    const token = readCookie(headers.get('cookie'), cookie)
    return token && TOKEN.test(token) ? token : undefined
  }
  return {
    read: (headers: Headers) => readToken(headers, name),
    // It goes with the browser; the server ends the session sooner.
    set: (setCookie: (cookie: string) => void, token: string) => setCookie(`${name}=${token}; ${attributes}`),
    clear: (setCookie: (cookie: string) => void) => setCookie(`${name}=; ${attributes}; Max-Age=0`),

    /** By which this browser is known; undefined: by nothing yet. */
    readDevice: (headers: Headers) => readToken(headers, device),
    setDevice: (setCookie: (cookie: string) => void, token: string) =>
      setCookie(`${device}=${token}; ${attributes}; Max-Age=${YEAR}`),
  }
}

export const newToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a token: it is random, nothing is gained by a slower hash. */
export const hashOfToken = (token: string): Buffer => sha256(token)
