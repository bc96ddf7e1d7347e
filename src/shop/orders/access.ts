// Who may see an order: whoever holds its token, which is in the cookie set when it was made and in the link of its
// mails (decision C12). The token is derived from the order's id by a key of ours: nothing is stored, nothing guessed.
import { type Keyring, sameBytes } from '#platform/crypto.ts'
import { readCookie } from '#platform/http/cookies.ts'
import { notFound } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/serve.ts'

const DAYS_30 = 30 * 24 * 60 * 60

/** An order's cookie; its name carries the order's id, a UUID. */
const COOKIE = /(?:^|;\s*)order_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})=([\w-]+)/g

/** More cookies of ours than browsers keep for a site are nobody's. */
const MOST_HELD = 200

export type OrderAccess = ReturnType<typeof createOrderAccess>

export function createOrderAccess(keyring: Keyring, https: boolean) {
  const token = (orderId: string) => keyring.fingerprint('order-access', orderId)
  const cookieName = (orderId: string) => `order_${orderId}`
  const holds = (orderId: string, text: string | null | undefined) =>
    Boolean(text) && sameBytes(Buffer.from(text!, 'base64url'), token(orderId))

  return {
    /** For the link of a mail; goes into the fragment, which browsers never send anywhere. */
    linkToken: (orderId: string) => token(orderId).toString('base64url'),

    grant(orderId: string, caller: Caller): void {
      const value = token(orderId).toString('base64url')
      caller.setCookie(
        `${cookieName(orderId)}=${value}; Path=/prod-api; HttpOnly; SameSite=Lax; Max-Age=${DAYS_30}${https ? '; Secure' : ''}`,
      )
    },

    /** Throws 404 for a stranger: that the order exists is told to nobody. A link's token also sets the cookie. */
    require(orderId: string, caller: Caller): void {
      if (holds(orderId, readCookie(caller.headers.get('cookie'), cookieName(orderId)))) return
      if (!holds(orderId, caller.headers.get('order-access'))) throw notFound()
      this.grant(orderId, caller)
    },

    /** The ids of all orders that the caller's browser proves to be his. */
    held(caller: Caller): string[] {
      const cookies = (caller.headers.get('cookie') ?? '').matchAll(COOKIE).take(MOST_HELD)
      return [...cookies.filter(([, id, value]) => holds(id!, value)).map(([, id]) => id!)]
    },
  }
}
