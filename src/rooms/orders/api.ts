// The calls that make an order, pay it and show it, and the words and numbers that go with them.
import { notFound } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { balanceCalls } from './balance-calls.ts'
import { type CardCallsOptions, cardCalls } from './card-calls.ts'
import { cardContract } from './card-contract.ts'
import { ordersContract } from './contract.ts'
import { type MakeCallsOptions, makeCalls } from './make-calls.ts'
import { type MemberCallsOptions, memberCalls } from './member-calls.ts'
import { memberOrdersContract } from './member-contract.ts'
import { type OrderCallsOptions, orderCalls } from './order-calls.ts'
import { type PayCallsOptions, payCalls } from './pay-calls.ts'
import { refundChoiceCalls } from './refund-choice.ts'
import { ORDER_STATUSES } from './rules.ts'
import { ASKS_FOR_WAIVER } from './settings.ts'
import { topUpCalls } from './top-up-calls.ts'
import { topUpContract } from './top-up-contract.ts'
import { currentWaiver } from './waiver.ts'
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
