// The calls that make an order.
import type { Keyring } from '#platform/crypto.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { guessCountry } from '#rooms/money/hands.ts'
import type { Offers, Payments } from '#rooms/payments/hands.ts'
import type { OrderAccess } from '../buyer/access.ts'
import type { ordersContract, PaymentStart } from '../contract.ts'
import { paymentStart } from '../paying/payment-start.ts'
import type { Settling } from '../settling/settle.ts'
import * as store from '../store.ts'
import { type MakeOptions, makeOrder } from './make.ts'

export interface MakeCallsOptions extends Omit<MakeOptions, 'offers' | 'payNothing'> {
  keyring: Keyring
  payments: Payments
  offers: () => Promise<Offers>
  settling: Settling
  access: OrderAccess
}

export function makeCalls(options: MakeCallsOptions) {
  const { db, keyring, methods, payments, offers, settling, access } = options

  /** Who knows the key may be whoever read it somewhere: only the browser or the member that made the order gets it (decision A12). */
  async function repeat(known: store.RepeatedOrder, caller: Caller): Promise<PaymentStart> {
    const { principal } = caller
    const own =
      access.isBrowser(known.browserHash, caller) ||
      (principal.kind === 'member' && principal.memberId === known.memberId) ||
      (await access.held(db, caller)).includes(known.id)
    if (!own && !known.payable) throw refused('pay.alreadyPaid')
    const order = await store.orderById(db, known.id)
    const method = order && methods.byId(order.paymentMethod)
    if (!order || !method) throw notFound()
    if (own) access.grant(order, caller)
    return paymentStart(order, method, known.payable ? await payments.reopen(order, method) : undefined)
  }

  function idempotencyHash(key: string | null): Buffer | null {
    if (key === null) return null
    if (!/^[\w-]{22,100}$/.test(key))
      throw invalid([{ path: 'Idempotency-Key', message: '22 to 100 letters, digits, _ or -' }])
    return keyring.fingerprint('idempotency', key)
  }

  return {
    'POST /api/check/begin': async (_, caller) => {
      access.browser(caller).keep()
      access.renewOld(caller)
      return null
    },

    'POST /api/check/createOrder': async ({ body }, caller) => {
      const browser = access.browser(caller)
      const made = await makeOrder({ ...options, offers: await offers(), payNothing: settling.payNothing }, body, {
        locale: caller.locale,
        guessedCountry: guessCountry(caller),
        address: caller.address,
        memberId: caller.principal.kind === 'member' ? caller.principal.memberId : null,
        idempotencyHash: idempotencyHash(caller.headers.get('idempotency-key')),
        browserHash: browser.hash,
      })
      if ('repeated' in made) return repeat(made.repeated, caller)
      const method = methods.byId(made.order.paymentMethod)!
      browser.keep()
      access.grant({ id: made.order.id, cookieVersion: 1 }, caller)
      if (made.order.total === 0) return paymentStart(made.order, method, undefined)
      return paymentStart(made.order, method, await payments.open(made.order, made.attemptId, method))
    },
  } satisfies Partial<Handlers<typeof ordersContract>>
}
