// Who may see an order: whoever holds its token, which is in the cookie set when it was made and in the link of its
// mails (decision C12). The token is derived from the order's id by a key of ours: nothing is stored, nothing guessed.
import { type Keyring, sameBytes } from '#platform/crypto.ts'
import { readCookie } from '#platform/http/cookies.ts'
import { notFound } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/serve.ts'

const DAYS_30 = 30 * 24 * 60 * 60

export type OrderAccess = ReturnType<typeof createOrderAccess>

export function createOrderAccess(keyring: Keyring, https: boolean) {
  const token = (orderId: string) => keyring.fingerprint('order-access', orderId)
  const cookieName = (orderId: string) => `order_${orderId}`

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
      const expected = token(orderId)
      const holds = (text: string | null | undefined) =>
        Boolean(text) && sameBytes(Buffer.from(text!, 'base64url'), expected)
      if (holds(readCookie(caller.headers.get('cookie'), cookieName(orderId)))) return
      if (!holds(caller.headers.get('order-access'))) throw notFound()
      this.grant(orderId, caller)
    },
  }
}
