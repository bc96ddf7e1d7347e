// The calls that make an order, pay it and show it, and the words and numbers that go with them.
import { notFound } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { type MemberCallsOptions, memberCalls } from './buyer/member-calls.ts'
import { type OrderCallsOptions, orderCalls } from './buyer/order-calls.ts'
import { cardContract } from './card-contract.ts'
import { ordersContract } from './contract.ts'
import { type MakeCallsOptions, makeCalls } from './making/make-calls.ts'
import { currentWaiver } from './making/waiver.ts'
import { memberOrdersContract } from './member-contract.ts'
import { balanceCalls } from './paying/balance-calls.ts'
import { type CardCallsOptions, cardCalls } from './paying/card-calls.ts'
import { type PayCallsOptions, payCalls } from './paying/pay-calls.ts'
import { refundChoiceCalls } from './refunds/refund-choice.ts'
import { ORDER_STATUSES } from './rules.ts'
import { ASKS_FOR_WAIVER } from './settings.ts'
import { topUpContract } from './top-up-contract.ts'
import { topUpCalls } from './top-ups/top-up-calls.ts'
import { statusName } from './words.ts'

export function ordersCalls(
  options: MakeCallsOptions & PayCallsOptions & OrderCallsOptions & MemberCallsOptions & CardCallsOptions,
) {
  const { settings } = options
  return serves(
    { ...ordersContract, ...cardContract, ...memberOrdersContract, ...topUpContract },
    {
      ...makeCalls(options),
      ...payCalls(options),
      ...cardCalls(options),
      ...orderCalls(options),
      ...memberCalls(options),
      ...balanceCalls(options),
      ...topUpCalls(options),
      ...refundChoiceCalls(options),

      'GET /api/bottom/deliverylist': async () => [{ id: 1, name: 'E-mail', freight: 0 }],

      'GET /api/home/config/configKey/{key}': async ({ params }) => {
        const value = settings.publicText(params.key)
        if (value === undefined) throw notFound()
        return value
      },

      'GET /api/home/type/{dictType}': async ({ params }, caller) => {
        if (params.dictType !== 'order_status') throw notFound()
        return ORDER_STATUSES.map((status) => ({ dictLabel: statusName(status, caller.locale), dictValue: status }))
      },

      'GET /api/check/waiver': async (_, caller) =>
        settings.read(ASKS_FOR_WAIVER) ? currentWaiver(caller.locale) : null,
    },
  )
}
