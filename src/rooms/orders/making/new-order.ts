// An order that somebody in the back office makes for a buyer: free (goodwill, a key for the press), as if a coupon paid all of
// it; to be paid by him, who gets a link to its page; or paid at once from his balance, because he has asked for it (decision
// C9). It is made as a shopper's is, with the same stock, keys and mail.
import type { z } from 'zod'
import { type Keyring, sha256 } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import { CallError, type FieldError, invalid, refused } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { decimal, toMajor } from '#platform/money.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { exchangeOf } from '#rooms/money/hands.ts'
import { buyerOf } from '../acts/acting.ts'
import { type DidPart, sentenceOf } from '../acts/did.ts'
import { recordAct } from '../acts/hold-store.ts'
import type { OutOfStock } from '../contract.ts'
import { PAYMENT_HOURS } from '../limits.ts'
import type { createOrderMails } from '../mails/order-mails.ts'
import { type NewOrderBody, newOrderContract } from '../office-new-order-contract.ts'
import { breakdown } from '../rules.ts'
import type { Settling } from '../settling/settle.ts'
import { lockOrder, type OrderRow } from '../store.ts'
import { wrongOfferAt } from '../wire.ts'
import { type MakeParts, makeAgreed } from './make.ts'
import { type Line, readLines } from './make-lines.ts'
import { offersOnSale } from './new-order-store.ts'
import { newOrderWays, type WayOptions } from './new-order-ways.ts'

interface NewOrderOptions extends Omit<MakeParts, 'payNothing'>, WayOptions {
  keyring: Keyring
  settling: Pick<Settling, 'payNothing'>
  orderMails: Pick<ReturnType<typeof createOrderMails>, 'askForPayment'>
}

type Body = z.output<typeof NewOrderBody>

export function newOrderCalls(options: NewOrderOptions) {
  const { db, keyring, settling, orderMails } = options
  const ways = newOrderWays(options)

  async function make(body: Body, caller: Caller): Promise<string> {
    const { id, email, locale, lines: typed, way, reason } = body
    const { staffId, email: actor } = staffOf(caller)
    const wanted = typed.map(({ count, ...line }, position) => ({ ...line, position, quantity: count }))
    const units = wanted.reduce((sum, { quantity }) => sum + quantity, 0)
    const { currency, method, did: called } = await ways.payingBy(body)
    const written = async (tx: Transaction, order: OrderRow) => {
      const amount = `${decimal(way === 'free' ? order.goods : order.total)} ${order.currency}`
      const did: DidPart[] = [[called, { units: String(units), amount }]]
      if (way === 'pay') await orderMails.askForPayment(tx, order.id)
      if (way === 'balance' && order.total > 0) await ways.takeFromBalance(tx, order, method.provider)
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
        ...{ currency, method, actor, written, memberRemark: '', hours: PAYMENT_HOURS },
        isPaidLater: way !== 'balance',
        requestHash: sha256(JSON.stringify([email, locale, wanted, way, reason, body.currency])),
        from: {
          ...{ locale, memberId: null, browserHash: null },
          idempotencyHash: keyring.fingerprint('idempotency', `office ${staffId} ${id}`),
        },
        reserver: null,
      },
      async (tx) => {
        const lines = await readLines(tx, wanted, method.productTypes, locale)
        const rules = await ways.rulesOf(tx, way, method.feeBp, email)
        const sums = breakdown(lines.map(priced), { ...rules, exchange: exchangeOf(currency) })
        // His consent is asked for when he pays; from whom nobody asked it, he may withdraw.
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

    'GET /office/order-currencies': async () => ({ currencies: await ways.payableIn() }),

    'POST /office/orders': async ({ body }, caller) => ({ id: await make(body, caller).catch(sayByLine) }),
  } satisfies Handlers<typeof newOrderContract>)
}

const priced = ({ row, quantity }: Line) => ({ unitUsdCents: row.priceCents, quantity })

/** What a shopper is told in other words is said beside the line that it is about. */
function sayByLine(error: unknown): never {
  if (!(error instanceof CallError)) throw error
  if (error.message === 'error.idempotencyReused') throw refused('order.new.madeBefore')
  if (error.message === 'pay.notForGoods') throw refused('order.new.notFromBalance')
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
    const position = wrongOfferAt(path)
    return position === undefined ? [] : [{ path: `lines.${position}`, message: 'order.new.offSale' }]
  })
}
