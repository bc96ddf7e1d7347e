// The cookies by which a browser is known again: one that holds the tokens of its orders, one that says which browser it is.
import { randomBytes } from 'node:crypto'
import { type Keyring, sameBytes } from '#platform/crypto.ts'
import { readCookie } from '#platform/http/cookies.ts'
import type { Asker } from '#platform/http/principal.ts'
import * as tokens from './access-token.ts'

/** How long an order stays open to its links and cookies after it was closed (decision F2). */
export const DAYS_AFTER_CLOSING = 180
const AGE = DAYS_AFTER_CLOSING * 24 * 60 * 60
/** One cookie of 60 letters for each order stays below the 4096 bytes that browsers keep. */
const MOST_HELD = 50

const ORDERS = 'orders'
const BROWSER = 'checkout'

/** One order, one cookie: so it was, until 185 of them made a request too large to be answered. */
const OLD_COOKIE = /(?:^|;\s*)order_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})=([\w-]{43})(?=;|$)/g
/** Each is ended by a line of the answer's head, which proxies bound; the next answer ends the next. */
const OLD_ENDED_AT_ONCE = 20

export function createAccessCookies({ keyring, https }: { keyring: Keyring; https: boolean }) {
  const attributes = `Path=/prod-api; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
  const set = (caller: Asker, name: string, value: string, age: number) =>
    caller.setCookie(`${name}=${value}; ${attributes}; Max-Age=${age}`)

  const hashOf = (browser: string) => keyring.fingerprint('browser', browser)

  const oldCookies = (caller: Asker) =>
    [...(caller.headers.get('cookie') ?? '').matchAll(OLD_COOKIE).take(OLD_ENDED_AT_ONCE)].map(
      ([, orderId, value]) => ({ orderId: orderId!, value: value! }),
    )

  const readBrowser = (caller: Asker): string | undefined => {
    const value = readCookie(caller.headers.get('cookie'), BROWSER)
    return value && /^[\w-]{22}$/.test(value) ? value : undefined
  }

  /** What the browser's cookies hold, the newest first. Only what we signed. */
  function held(caller: Asker): tokens.HeldToken[] {
    const text = readCookie(caller.headers.get('cookie'), ORDERS) ?? ''
    const entries = text.split('.', MOST_HELD).map((entry) => tokens.readEntry(keyring, entry))
    const old = oldCookies(caller).map(({ orderId, value }) => tokens.readOld(keyring, orderId, value))
    return [...entries, ...old].filter((token) => token !== undefined)
  }

  /** The newest first; cookies of before become the one of today. */
  function setHeld(caller: Asker, all: tokens.HeldToken[]): void {
    const one = all.filter(({ orderId }, i) => all.findIndex((other) => other.orderId === orderId) === i)
    const entries = one.slice(0, MOST_HELD).map((token) => tokens.writeEntry(keyring, token))
    set(caller, ORDERS, entries.join('.'), entries.length > 0 ? AGE : 0)
    for (const { orderId } of oldCookies(caller)) set(caller, `order_${orderId}`, '', 0)
  }

  return {
    held,
    setHeld,

    renewOld(caller: Asker): void {
      if (oldCookies(caller).length > 0) setHeld(caller, held(caller))
    },

    /** Hash of the browser that the cookie names; undefined where there is none. */
    browserHash(caller: Asker): Buffer | undefined {
      const browser = readBrowser(caller)
      return browser === undefined ? undefined : hashOf(browser)
    },

    /**
     * The browser as it is known again when it repeats a request; `keep` leaves the cookie for that where there is none
     * yet.
     */
    browser(caller: Asker): { hash: Buffer; keep(): void } {
      const known = readBrowser(caller)
      const value = known ?? randomBytes(16).toString('base64url')
      return {
        hash: hashOf(value),
        keep() {
          if (!known) set(caller, BROWSER, value, AGE)
        },
      }
    },

    /** Whether the request comes from the browser that this hash is of. */
    isBrowser(hash: Buffer | null, caller: Asker): boolean {
      const browser = readBrowser(caller)
      return hash !== null && browser !== undefined && sameBytes(hashOf(browser), hash)
    },

    forgetBrowser(caller: Asker): void {
      if (readBrowser(caller)) set(caller, BROWSER, '', 0)
    },
  }
}
