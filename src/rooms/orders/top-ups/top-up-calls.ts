// A member tops up his balance: an order without keys, paid as others are (decision F5).
import { sha256 } from '#platform/crypto.ts'
import { failpoint } from '#platform/failpoint.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { fromMajor, share } from '#platform/money.ts'
import { guessCountry } from '#rooms/money/hands.ts'
import { isForMembers } from '#rooms/payments/hands.ts'
import { amountsOf } from '../amounts.ts'
import type { MakeCallsOptions } from '../making/make-calls.ts'
import { paymentStart } from '../paying/payment-start.ts'
import { paysTopUps } from '../rules.ts'
import { TOP_UP } from '../settings.ts'
import * as store from '../store.ts'
import type { topUpContract } from '../top-up-contract.ts'
import { makeTopUp, type TopUpWish } from './top-up-make.ts'
import { roomOf, shown } from './top-up-room.ts'

export function topUpCalls(options: MakeCallsOptions) {
  const { db, keyring, methods, payments, offers, access } = options

  async function repeat({ id, payable }: store.RepeatedOrder, caller: Caller) {
    const order = await store.orderById(db, id)
    const method = order && methods.byId(order.paymentMethod)
    if (!order || !method) throw notFound()
    access.grant(order, caller)
    return paymentStart(order, method, payable ? await payments.reopen(order, method) : undefined)
  }

  return {
    'GET /api/profile/topUp': async (_, caller) =>
      options.settings.read(TOP_UP) ? shown(await roomOf(db, options.settings, memberOf(caller).memberId)) : null,

    'POST /api/profile/topUp': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      const browser = access.browser(caller)
      const idempotencyHash = keyring.fingerprint('idempotency', `top-up ${memberId} ${body.requestId}`)
      // Where he is may become known between a request and its repetition.
      const requestHash = sha256(JSON.stringify({ ...body, country: undefined }))
      // What bars another by now bars no answer about the first.
      const known = await store.orderByIdempotencyHash(db, idempotencyHash)
      if (known?.requestHash.equals(requestHash)) {
        browser.keep()
        return repeat(known, caller)
      }
      if (!options.settings.read(TOP_UP)) throw refused('topUp.off')
      const method = methods.byId(body.paymentId)
      if (!method) throw invalid([{ path: 'paymentId', message: 'No such payment method' }])
      const cents = fromMajor(body.amount)
      const fee = share(cents, method.feeBp, 1)
      const country = body.country ?? guessCountry(caller)
      const refusal = (await offers()).refusal(method, { currency: 'USD', country, total: cents + fee })
      if (refusal) throw refused(refusal)
      if (!paysTopUps({ ...method, forMembers: isForMembers(method) })) throw refused('pay.notForGoods')
      const sums = { goods: cents, discount: 0, fee, coupon: 0, freight: 0, service: 0, total: cents + fee }
      if (fromMajor(body.realAmount) !== sums.total)
        throw refused('pay.priceChanged', { ...amountsOf(sums), currencyType: 'USD', units: [] })
      const wish: TopUpWish = {
        ...{ memberId, locale: caller.locale, method, cents, fee },
        ...{ idempotencyHash, requestHash, browserHash: browser.hash },
      }
      let made: Awaited<ReturnType<typeof makeTopUp>>
      do made = await db.transaction((tx) => makeTopUp(tx, options.settings, wish))
      while (!made)
      failpoint('order committed')
      browser.keep()
      if ('repeated' in made) return repeat(made.repeated, caller)
      const { order, attemptId } = made
      access.grant({ id: order.id, cookieVersion: 1 }, caller)
      return paymentStart(order, method, await payments.open(order, attemptId, method))
    },
  } satisfies Partial<Handlers<typeof topUpContract>>
}
