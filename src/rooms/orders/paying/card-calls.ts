// Pays an order with a card that was typed into the shop's own page (specification §7; decisions A9, C11). What was typed
// goes to the provider and nowhere else: no variable of this file outlives the call.
import type { Database } from '#platform/database/database.ts'
import { countClient } from '#platform/http/client-limit.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { countWithin } from '#platform/http/rate-limit.ts'
import type { Handlers } from '#platform/http/serve.ts'
import type { CardOrder, Charged, Methods, Offers, Payments } from '#rooms/payments/hands.ts'
import { ownOrder } from '../buyer/own-order.ts'
import type { CardBody, cardContract } from '../card-contract.ts'

/** Cards of one address, and of one member, in ten minutes: whoever guesses at cards needs thousands (decision A9). */
const CARDS = 10
const MINUTES = 10

export interface CardCallsOptions {
  db: Database
  payments: Payments
  methods: Methods
  offers: () => Promise<Offers>
}

export function cardCalls({ db, payments, methods, offers }: CardCallsOptions) {
  /** Exact over all instances: each counts itself before it is let through. */
  async function limit({ address, principal }: Caller) {
    const count = async (name: string, most: number) => {
      const { total } = await countWithin(db, name, MINUTES)
      if (total > most) throw new CallError(429, 'pay.tooManyCards', { retryAfterSeconds: MINUTES * 60 })
    }
    await countClient(address, CARDS, (name, most) => count(`card ${name}`, most))
    if (principal.kind === 'member') await count(`card of ${principal.memberId}`, CARDS)
  }

  return {
    'POST /api/pay/eecpay': async ({ body }, caller) => {
      const order = await ownOrder(db, body.orderId)
      const method = methods.byId(order.paymentMethod)
      if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
      if (order.expiresAt <= order.now) throw refused('pay.expired')
      if (!method) throw refused('pay.methodAway')
      // Where it is offered was decided when the order took it.
      const refusal = (await offers()).refusal(method, { currency: order.currency, country: '', total: order.total })
      if (refusal) throw refused(refusal)
      // Also what nobody has told us yet bars another payment.
      await payments.askOpen(order.id)
      await limit(caller)
      const charged = await payments.chargeCard(order.id, method, cardOrderOf(body, caller.address))
      return { ...wireOf(charged), orderId: order.id, orderNo: order.orderNo }
    },
  } satisfies Partial<Handlers<typeof cardContract>>
}

/** `1` paid, `-1` not decided (with an address: the card’s holder is wanted there; the order’s page says the rest), `0` not taken. */
function wireOf({ state, redirectUrl }: Charged) {
  const status = state === 'completed' ? '1' : state === 'failed' ? '0' : '-1'
  return { status, redirectURL: redirectUrl ?? null } as const
}

function cardOrderOf(body: CardBody, clientAddress: string): CardOrder {
  const [month, year] = body.cardExpire.split('/') as [string, string]
  const bill = holderOf(body, 'bill')
  return {
    card: { number: body.cardNo, month, year, code: body.cardSecurityCode },
    bill,
    ship: body.isBillingAddress ? bill : holderOf(body, 'ship'),
    clientAddress,
  }
}

const holderOf = (body: CardBody, of: 'bill' | 'ship') => ({
  firstName: body[`${of}FirstName`],
  lastName: body[`${of}LastName`],
  address: body[`${of}Address`],
  city: body[`${of}City`],
  state: body[`${of}State`],
  country: body[`${of}Country`],
  zip: body[`${of}Zip`],
  phone: body[`${of}Phone`],
  email: body[`${of}Email`],
})
