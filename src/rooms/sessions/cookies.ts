// The cookies of a session (decision A8): `token` proves it and is for the server's eyes only; `username` tells the pages
// that somebody is logged in and by which name to greet him, and proves nothing; `device` tells one browser from another.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto.ts'
import { readCookie } from '#platform/http/cookies.ts'

const TOKEN = /^[\w-]{43}$/
const DEVICE = /^[\w-]{22}$/
const YEAR = 365 * 24 * 60 * 60

type SetCookie = (cookie: string) => void

export type SessionCookies = ReturnType<typeof sessionCookies>

export function sessionCookies({ https, domain }: { https: boolean; domain: string | undefined }) {
  const shared = `SameSite=Lax${https ? '; Secure' : ''}${domain ? `; Domain=${domain}` : ''}`
  const ofApi = `Path=/prod-api; HttpOnly; ${shared}`

  return {
    newToken: () => randomBytes(32).toString('base64url'),

    /** The token of the `authorization` header, else of the cookie. */
    readToken(headers: Headers): string | undefined {
      const bearer = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
      const token = bearer ?? readCookie(headers.get('cookie'), 'token')
      return token && TOKEN.test(token) ? token : undefined
    },

    /** Sets the cookies of a session for so many seconds. */
    set(
      setCookie: SetCookie,
      { token, username, seconds }: { token: string; username: string; seconds: number },
    ): void {
      setCookie(`token=${token}; ${ofApi}; Max-Age=${seconds}`)
      setCookie(`username=${encodeURIComponent(username)}; Path=/; ${shared}; Max-Age=${seconds}`)
    },

    /** Sets the cookies of the session for so many seconds more, with the name that the browser has. */
    renew(
      setCookie: SetCookie,
      { token, headers, seconds }: { token: string; headers: Headers; seconds: number },
    ): void {
      this.set(setCookie, { token, username: readCookie(headers.get('cookie'), 'username') ?? '', seconds })
    },

    clear(setCookie: SetCookie): void {
      setCookie(`token=; ${ofApi}; Max-Age=0`)
      setCookie(`username=; Path=/; ${shared}; Max-Age=0`)
    },

    newDevice: () => randomBytes(16).toString('base64url'),

    /** By which name this browser is known; undefined: by none yet. */
    deviceOf(headers: Headers): string | undefined {
      const known = readCookie(headers.get('cookie'), 'device')
      return known && DEVICE.test(known) ? known : undefined
    },

    setDevice: (setCookie: SetCookie, device: string) => setCookie(`device=${device}; ${ofApi}; Max-Age=${YEAR}`),
  }
}

/** What the database keeps of a token, or of a browser's name: both are random, nothing is gained by a slower hash. */
export const hashToken = (token: string): Buffer => sha256(token)
