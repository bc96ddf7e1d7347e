// A member pays his order from his balance (specification §7; decisions A6, C9, F3, F4).
import { CallError, notFound, refused } from '#platform/http/errors.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import { spend } from '#rooms/ledger/hands.ts'
import { memberById } from '#rooms/members/hands.ts'
import { amountsOf } from './amounts.ts'
import type { MemberCallsOptions } from './member-calls.ts'
import type { memberOrdersContract } from './member-contract.ts'
import { type KeptOrder, orderById } from './store.ts'

/** Seconds after which whoever signed in proves himself again before keys go to another address (decision F3). */
const PROVED_WITHIN = 900

export function balanceCalls({ db, payments }: MemberCallsOptions) {
  /** What is spent goes to the member's own address, or he has just proved who he is. */
  async function stepUp(order: KeptOrder, caller: Caller, memberId: string) {
    const { principal } = caller
    const isFresh = principal.kind === 'member' && principal.provedSecondsAgo <= PROVED_WITHIN
    const member = isFresh ? undefined : await memberById(db, memberId)
    if (!isFresh && member?.email.toLowerCase() !== order.deliveryEmail.toLowerCase())
      throw new CallError(403, 'login.proveAgain')
  }

  return {
    'POST /api/pay/balance': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      if (body.userId && body.userId !== memberId) throw new CallError(403, 'error.forbidden')
      const order = await orderById(db, body.orderId)
      if (order?.memberId !== memberId) throw notFound()
      if (order.topUpCents !== null) throw refused('pay.noSupport')
      if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
      if (order.expiresAt <= order.now) throw refused('pay.expired')
      if (order.currency !== 'USD') throw refused('pay.noSupport')
      if (fromMajor(body.amount) !== order.total)
        throw refused('pay.priceChanged', { ...amountsOf(order), currencyType: order.currency })
      await stepUp(order, caller, memberId)
      await payments.payLocally(order.id, 'balance', (tx, { id: paymentId, amount }) =>
        spend(tx, { memberId, cents: amount, paymentId, reference: order.orderNo }),
      )
      return { orderId: order.id, orderNo: order.orderNo, amount: toMajor(order.total) }
    },
  } satisfies Partial<Handlers<typeof memberOrdersContract>>
}
