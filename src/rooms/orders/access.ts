// Who may see an order: whoever holds its token, which is in the cookie of the browser that made it and in the links of its
// mails (decisions C12, F2). A token is signed, not stored; it carries the versions that stand with the order, so that
// tokens can be ended, and a moment of its end where it has one of its own.
import { randomBytes } from 'node:crypto'
import { type Keyring, sameBytes } from '#platform/crypto.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import { readCookie } from '#platform/http/cookies.ts'
import { notFound } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import * as store from './access-store.ts'
import * as tokens from './access-token.ts'

/** How long an order stays open to its links and cookies after it was closed (decision F2). */
const DAYS_AFTER_CLOSING = 180
/** One cookie of 60 letters for each order stays below the 4096 bytes that browsers keep. */
const MOST_HELD = 50
const DAY = 24 * 60 * 60

const ORDERS = 'orders'
const BROWSER = 'checkout'

/** One order, one cookie: so it was, until 185 of them made a request too large to be answered. */
const OLD_COOKIE = /(?:^|;\s*)order_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})=([\w-]{43})(?=;|$)/g
/** Each is ended by a line of the answer's head, which proxies bound; the next answer ends the next. */
const OLD_ENDED_AT_ONCE = 20

/** `order`: as long as the order is open to its links. */
export type LinkValidity = 'order' | { days: number }

export type OrderAccess = ReturnType<typeof createOrderAccess>

export function createOrderAccess({ db, keyring, https }: { db: Database; keyring: Keyring; https: boolean }) {
  const attributes = `Path=/prod-api; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
  const hashOf = (browser: string) => keyring.fingerprint('browser', browser)

  /** What the browser's cookies hold, the newest first. Only what we signed. */
  function heldTokens(caller: Caller): tokens.HeldToken[] {
    const text = readCookie(caller.headers.get('cookie'), ORDERS) ?? ''
    const held = text.split('.', MOST_HELD).map((entry) => tokens.readEntry(keyring, entry))
    const old = oldCookies(caller).map(({ orderId, value }) => tokens.readOld(keyring, orderId, value))
    return [...held, ...old].filter((token) => token !== undefined)
  }

  const oldCookies = (caller: Caller) =>
    [...(caller.headers.get('cookie') ?? '').matchAll(OLD_COOKIE).take(OLD_ENDED_AT_ONCE)].map(
      ([, orderId, value]) => ({
        orderId: orderId!,
        value: value!,
      }),
    )

  function setHeld(caller: Caller, held: tokens.HeldToken[]): void {
    const one = held.filter(({ orderId }, i) => held.findIndex((other) => other.orderId === orderId) === i)
    const entries = one.slice(0, MOST_HELD).map((token) => tokens.writeEntry(keyring, token))
    const age = entries.length > 0 ? DAYS_AFTER_CLOSING * DAY : 0
    caller.setCookie(`${ORDERS}=${entries.join('.')}; ${attributes}; Max-Age=${age}`)
    for (const { orderId } of oldCookies(caller)) caller.setCookie(`order_${orderId}=; ${attributes}; Max-Age=0`)
  }

  function readBrowser(caller: Caller): string | undefined {
    const value = readCookie(caller.headers.get('cookie'), BROWSER)
    return value && /^[\w-]{22}$/.test(value) ? value : undefined
  }

  const madeBy = (row: store.AccessRow, browser: string | undefined) =>
    browser !== undefined && row.browserHash !== null && sameBytes(hashOf(browser), row.browserHash)

  const accessRow = async (orderId: string) => {
    const [row] = await store.accessRows(db, [orderId], DAYS_AFTER_CLOSING)
    return row?.id === orderId ? row : undefined
  }

  return {
    /** For the link of a mail; goes into the fragment, which browsers never send anywhere. */
    linkToken(order: { id: string; linkVersion: number }, validity: LinkValidity): string {
      const end = validity === 'order' ? 0 : Math.floor(Date.now() / 1000) + validity.days * DAY
      return tokens.writeLink(keyring, order, end)
    },

    /**
     * The browser as it is known again when it repeats a request; `keep` leaves the cookie for that where there is none
     * yet.
     */
    browser(caller: Caller): { hash: Buffer; keep(): void } {
      const known = readBrowser(caller)
      const value = known ?? randomBytes(16).toString('base64url')
      return {
        hash: hashOf(value),
        keep() {
          if (!known) caller.setCookie(`${BROWSER}=${value}; ${attributes}; Max-Age=${DAYS_AFTER_CLOSING * DAY}`)
        },
      }
    },

    /** Makes cookies of before into the one of today. */
    renewOld(caller: Caller): void {
      if (oldCookies(caller).length > 0) setHeld(caller, heldTokens(caller))
    },

    /** Whether the request comes from the browser that this hash is of. */
    isBrowser: (hash: Buffer | null, caller: Caller): boolean => {
      const browser = readBrowser(caller)
      return hash !== null && browser !== undefined && sameBytes(hashOf(browser), hash)
    },

    /** The order was made by this browser. */
    grant(order: { id: string; cookieVersion: number }, caller: Caller): void {
      const made = {
        kind: 'made',
        orderId: order.id,
        cookieVersion: order.cookieVersion,
        linkVersion: 0,
        end: 0,
      } as const
      setHeld(caller, [made, ...heldTokens(caller)])
    },

    /** Throws 404 for a stranger: that the order exists is told to nobody. A link's token also sets the cookie. */
    async require(orderId: string, caller: Caller): Promise<void> {
      const held = heldTokens(caller)
      const link = tokens.readLink(keyring, orderId, caller.headers.get('order-access') ?? '')
      const browser = readBrowser(caller)
      const mine = held.filter((token) => token.orderId === orderId)
      if (mine.length === 0 && !link && !browser) throw notFound()
      const row = await accessRow(orderId)
      if (!row) throw notFound()
      if (mine.some((token) => tokens.isGood(token, row))) {
        if (oldCookies(caller).length > 0) setHeld(caller, held)
        return
      }
      // Two orders at once: the later answer's cookie knows nothing of the other order, the browser made both.
      if (madeBy(row, browser)) return this.grant({ id: orderId, cookieVersion: row.cookieVersion }, caller)
      if (!link || !tokens.isGood(link, row)) throw notFound()
      setHeld(caller, [{ ...link, kind: 'linked', orderId, cookieVersion: row.cookieVersion }, ...held])
    },

    /** The ids of all orders that the caller's browser proves to be his. */
    async held(tx: Queryable, caller: Caller): Promise<string[]> {
      const held = heldTokens(caller)
      if (held.length === 0) return []
      const rows = await store.accessRows(
        tx,
        held.map(({ orderId }) => orderId),
        DAYS_AFTER_CLOSING,
      )
      return rows
        .filter((row) => held.some((token) => token.orderId === row.id && tokens.isGood(token, row)))
        .map(({ id }) => id)
    },

    /**
     * This computer opens none of its orders any more, and neither does a copy of its cookies: for each of the orders all
     * cookies end, on other computers too. The links in mails stay.
     */
    async forgetComputer(caller: Caller): Promise<void> {
      const browser = readBrowser(caller)
      const made = browser ? await store.ordersOfBrowser(db, hashOf(browser), 1000) : []
      await store.endCookies(db, [...new Set([...(await this.held(db, caller)), ...made])])
      setHeld(caller, [])
      if (browser) caller.setCookie(`${BROWSER}=; ${attributes}; Max-Age=0`)
    },

    /** Every link that was sent so far ends, and the cookies that such links have left elsewhere; not this browser's own. */
    async endLinks(orderId: string, caller: Caller): Promise<void> {
      const row = await accessRow(orderId)
      if (!row) throw notFound()
      const held = heldTokens(caller)
      const link = tokens.readLink(keyring, orderId, caller.headers.get('order-access') ?? '')
      const own = held.find((token) => token.orderId === orderId && tokens.isGood(token, row)) ?? link
      const linkVersion = await store.endLinks(db, orderId)
      if (!own || own.kind === 'made') return
      const kept = { ...own, kind: 'linked', orderId, cookieVersion: row.cookieVersion, linkVersion } as const
      setHeld(caller, [kept, ...held])
    },
  }
}
