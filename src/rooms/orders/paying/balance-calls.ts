// A member pays his order from his balance (specification §7; decisions A6, C9, F3, F4).
import type { Transaction } from '#platform/database/database.ts'
import { CallError, notFound, refused } from '#platform/http/errors.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import { spend } from '#rooms/ledger/hands.ts'
import { memberById } from '#rooms/members/hands.ts'
import { amountsOf } from '../amounts.ts'
import type { MemberCallsOptions } from '../buyer/member-calls.ts'
import type { memberOrdersContract } from '../member-contract.ts'
import { type LockedOrder, lockOrder } from '../store.ts'

/** Seconds after which whoever signed in proves himself again before keys go to another address (decision F3). */
const PROVED_WITHIN = 900

export function balanceCalls({ payments }: MemberCallsOptions) {
  /** What is spent goes to the member's own address, or he has just proved who he is. */
  async function stepUp(tx: Transaction, order: LockedOrder, caller: Caller, memberId: string) {
    const { principal } = caller
    const isFresh = principal.kind === 'member' && principal.provedSecondsAgo <= PROVED_WITHIN
    const member = isFresh ? undefined : await memberById(tx, memberId)
    if (!isFresh && member?.email.toLowerCase() !== order.deliveryEmail.toLowerCase())
      throw new CallError(403, 'login.proveAgain')
  }

  return {
    'POST /api/pay/balance': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      if (body.userId && body.userId !== memberId) throw new CallError(403, 'error.forbidden')

      async function lock(tx: Transaction): Promise<LockedOrder> {
        const order = await lockOrder(tx, body.orderId)
        if (order?.memberId !== memberId) throw notFound()
        if (order.topUpCents !== null) throw refused('pay.noSupport')
        if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
        if (order.expiresAt <= order.now) throw refused('pay.expired')
        if (order.currency !== 'USD') throw refused('pay.noSupport')
        if (fromMajor(body.amount) !== order.total)
          throw refused('pay.priceChanged', { ...amountsOf(order), currencyType: order.currency })
        await stepUp(tx, order, caller, memberId)
        return order
      }

      const paid = await payments.payLocally({
        ...{ orderId: body.orderId, provider: 'balance', lock },
        move: (tx, { orderNo }, { id: paymentId, amount }) =>
          spend(tx, { memberId, cents: amount, paymentId, reference: orderNo }),
      })
      return { orderId: paid.id, orderNo: paid.orderNo, amount: toMajor(paid.total) }
    },
  } satisfies Partial<Handlers<typeof memberOrdersContract>>
}
