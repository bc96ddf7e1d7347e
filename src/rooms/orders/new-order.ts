// An order that somebody in the back office makes for a buyer, who pays nothing: goodwill, a key for the press. It is made as
// a shopper's is, with the same stock, keys and mail, as if a coupon paid all of it.
import type { z } from 'zod'
import { type Keyring, sha256 } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import { CallError, type FieldError, invalid, refused } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { type Currencies, exchangeOf } from '#rooms/money/hands.ts'
import { buyerOf } from './acting.ts'
import type { OutOfStock } from './contract.ts'
import { type DidPart, sentenceOf } from './did.ts'
import { recordAct } from './hold-store.ts'
import { type MakeParts, makeAgreed } from './make.ts'
import { type Line, readLines } from './make-lines.ts'
import { offersOnSale } from './new-order-store.ts'
import { type NewOrderBody, newOrderContract } from './office-new-order-contract.ts'
import { breakdown, type PriceRules } from './rules.ts'
import type { Settling } from './settle.ts'
import { lockOrder, type OrderRow } from './store.ts'

interface NewOrderOptions extends Omit<MakeParts, 'payNothing'> {
  keyring: Keyring
  currencies: Currencies
  settling: Pick<Settling, 'payNothing'>
}

type Body = z.output<typeof NewOrderBody>

/** No method of payment has this number, and no provider is asked. */
const NO_METHOD = { id: 0, provider: '' }

export function newOrderCalls(options: NewOrderOptions) {
  const { db, keyring, currencies, settling } = options

  async function give({ id, email, locale, lines: typed, reason }: Body, caller: Caller): Promise<string> {
    const { staffId, email: actor } = staffOf(caller)
    const wanted = typed.map(({ count, ...line }, position) => ({ ...line, position, quantity: count }))
    const currency = currencies.byCode('USD') ?? currencies.all()[0]!
    const written = async (tx: Transaction, order: OrderRow) => {
      const units = wanted.reduce((sum, { quantity }) => sum + quantity, 0)
      const worth = `${(order.goods / 100).toFixed(2)} ${order.currency}`
      const did: DidPart[] = [['gave', { units: String(units), amount: worth }]]
      const now = (await lockOrder(tx, order.id))!
      await recordAct(tx, { orderId: order.id, act: 'make', actor, reason, did: { did: sentenceOf(did) } })
      await audit(tx, {
        by: whoAsks(caller),
        act: 'order.make',
        subject: { kind: 'order', id: order.id },
        after: { status: now.status, did },
        reason,
        about: buyerOf(now),
      })
    }
    const made = await makeAgreed(
      { ...options, payNothing: settling.payNothing },
      {
        deliveryEmail: email,
        currency,
        memberRemark: '',
        requestHash: sha256(JSON.stringify([email, locale, wanted, reason])),
        method: NO_METHOD,
        from: {
          ...{ locale, memberId: null, browserHash: null },
          idempotencyHash: keyring.fingerprint('idempotency', `office ${staffId} ${id}`),
        },
        reserver: null,
        actor,
        written,
      },
      async (tx) => {
        const lines = await readLines(tx, wanted, [], locale)
        const sums = breakdown(lines.map(priced), { ...FREE, exchange: exchangeOf(currency) })
        return { lines, price: { sums, couponId: undefined }, waiver: null }
      },
    )
    return 'repeated' in made ? made.repeated.id : made.order.id
  }

  return serves(newOrderContract, {
    'GET /office/order-offers': async ({ query: { sku } }) => ({
      offers: (await offersOnSale(db, sku)).map(({ priceCents, ...offer }) => ({
        ...offer,
        price: toMajor(priceCents),
      })),
    }),

    'POST /office/orders': async ({ body }, caller) => ({ id: await give(body, caller).catch(sayByLine) }),
  } satisfies Handlers<typeof newOrderContract>)
}

/** All that it costs is taken off. */
const FREE = {
  discountBp: 0,
  feeBp: 0,
  coupon: Number.MAX_SAFE_INTEGER,
  serviceThresholdUsdCents: 0,
  serviceUsdCents: 0,
} satisfies Omit<PriceRules, 'exchange'>

const priced = ({ row, quantity }: Line) => ({ unitUsdCents: row.priceCents, quantity })

/** What a shopper is told in other words is said beside the line that it is about. */
function sayByLine(error: unknown): never {
  if (!(error instanceof CallError)) throw error
  if (error.message === 'error.idempotencyReused') throw refused('order.new.madeBefore')
  const found = lineErrors(error)
  throw found.length > 0 ? invalid(found) : error
}

function lineErrors({ message, details }: CallError): FieldError[] {
  if (message === 'pay.outOfStock')
    return (details.data as OutOfStock).lines.map(({ position, productName, stock }) => ({
      path: `lines.${position}`,
      // What is not sold has no name any more.
      message: !productName ? 'order.new.offSale' : stock === 0 ? 'order.new.noStock' : 'order.new.lessStock',
    }))
  return (details.errors ?? []).flatMap(({ path }) => {
    const [, position] = /^supplyProductId\.(\d+)$/.exec(path) ?? []
    return position ? [{ path: `lines.${position}`, message: 'order.new.offSale' }] : []
  })
}
