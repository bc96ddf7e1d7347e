// Who may see an order: its member while he is signed in, and whoever holds its token, which is in the cookie of the
// browser that made it and in the links of its mails (decisions C12, F2). A token is signed, not stored; it carries the
// versions that stand with the order, so that tokens can be ended, and a moment of its end where it has one of its own.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import type { Asker, Caller } from '#platform/http/principal.ts'
import { createAccessCookies, DAYS_AFTER_CLOSING } from './access-cookies.ts'
import * as store from './access-store.ts'
import * as tokens from './access-token.ts'

const DAY = 24 * 60 * 60

/** `order`: as long as the order is open to its links. */
export type LinkValidity = 'order' | { days: number }

const isMembers = (row: store.AccessRow, { principal }: Caller) =>
  principal.kind === 'member' && row.memberId === principal.memberId && !row.hidden

async function accessRowOf(db: Database, orderId: string): Promise<store.AccessRow | undefined> {
  const [row] = await store.accessRows(db, [orderId], DAYS_AFTER_CLOSING)
  return row?.id === orderId ? row : undefined
}

export type OrderAccess = ReturnType<typeof createOrderAccess>

export function createOrderAccess({ db, keyring, https }: { db: Database; keyring: Keyring; https: boolean }) {
  const cookies = createAccessCookies({ keyring, https })

  const accessRow = (orderId: string) => accessRowOf(db, orderId)

  return {
    /** For the link of a mail; goes into the fragment, which browsers never send anywhere. */
    linkToken(order: { id: string; linkVersion: number }, validity: LinkValidity): string {
      const end = validity === 'order' ? 0 : Math.floor(Date.now() / 1000) + validity.days * DAY
      return tokens.writeLink(keyring, order, end)
    },

    /** Links that end with the order have ended. */
    isOver: async (orderId: string) => (await accessRow(orderId))?.over === true,

    browser: cookies.browser,
    isBrowser: cookies.isBrowser,
    /** Makes cookies of before into the one of today. */
    renewOld: cookies.renewOld,

    /** The order was made by this browser. */
    grant(order: { id: string; cookieVersion: number }, caller: Asker): void {
      const made = {
        kind: 'made',
        orderId: order.id,
        cookieVersion: order.cookieVersion,
        linkVersion: 0,
        end: 0,
      } as const
      cookies.setHeld(caller, [made, ...cookies.held(caller)])
    },

    /** Throws 404 for a stranger: that the order exists is told to nobody. A link's token also sets the cookie. */
    async require(orderId: string, caller: Caller): Promise<void> {
      const held = cookies.held(caller)
      const link = tokens.readLink(keyring, orderId, caller.headers.get('order-access') ?? '')
      const browser = cookies.browserHash(caller)
      const mine = held.filter((token) => token.orderId === orderId)
      const isKnown = mine.length > 0 || link !== undefined || caller.principal.kind === 'member'
      if (!isKnown && !browser) throw notFound()
      // Anybody can write this cookie, and it opens the orders that were made with it alone.
      const ofBrowser = async (row?: store.AccessRow) =>
        cookies.isBrowser(row?.browserHash ?? null, caller) ? row : undefined
      const secret = `order ${orderId} ${browser?.toString('base64url')}`
      const find = () => accessRow(orderId)
      const row = await (isKnown ? find() : caller.bySecret(secret, () => find().then(ofBrowser)))
      if (!row) throw notFound()
      if (mine.some((token) => tokens.isGood(token, row))) return cookies.renewOld(caller)
      // Two orders at once: the later answer's cookie knows nothing of the other order, the browser made both.
      if (cookies.isBrowser(row.browserHash, caller))
        return this.grant({ id: orderId, cookieVersion: row.cookieVersion }, caller)
      if (isMembers(row, caller)) return
      if (!link || !tokens.isGood(link, row)) throw notFound()
      cookies.setHeld(caller, [{ ...link, kind: 'linked', orderId, cookieVersion: row.cookieVersion }, ...held])
    },

    /** The ids of all orders that the caller's browser proves to be his. */
    async held(tx: Queryable, caller: Asker): Promise<string[]> {
      const held = cookies.held(caller)
      if (held.length === 0) return []
      const ids = held.map(({ orderId }) => orderId)
      const rows = await store.accessRows(tx, ids, DAYS_AFTER_CLOSING)
      return rows
        .filter((row) => held.some((token) => token.orderId === row.id && tokens.isGood(token, row)))
        .map(({ id }) => id)
    },

    /**
     * This computer opens none of its orders any more, and neither does a copy of its cookies: for each of the orders all
     * cookies end, on other computers too. The links in mails stay.
     */
    async forgetComputer(caller: Asker): Promise<void> {
      const browser = cookies.browserHash(caller)
      const made = browser ? await store.ordersOfBrowser(db, browser, 1000) : []
      await store.endCookies(db, [...new Set([...(await this.held(db, caller)), ...made])])
      cookies.setHeld(caller, [])
      cookies.forgetBrowser(caller)
    },

    /** Every link that was sent so far ends, and the cookies that such links have left elsewhere; not this browser's own. */
    async endLinks(orderId: string, caller: Asker): Promise<void> {
      const row = await accessRow(orderId)
      if (!row) throw notFound()
      const held = cookies.held(caller)
      const link = tokens.readLink(keyring, orderId, caller.headers.get('order-access') ?? '')
      const own = held.find((token) => token.orderId === orderId && tokens.isGood(token, row)) ?? link
      const linkVersion = await store.endLinks(db, orderId)
      if (!own || own.kind === 'made') return
      const kept = { ...own, kind: 'linked', orderId, cookieVersion: row.cookieVersion, linkVersion } as const
      cookies.setHeld(caller, [kept, ...held])
    },
  }
}
