// An order that somebody in the back office makes for a buyer: free (goodwill, a key for the press), as if a coupon paid all of
// it, or to be paid by him, who gets a link to its page. It is made as a shopper's is, with the same stock, keys and mail.
import type { z } from 'zod'
import { type Keyring, sha256 } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import { CallError, type FieldError, invalid, refused } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { type Currencies, exchangeOf } from '#rooms/money/hands.ts'
import { isForMembers, type Method, type Offers } from '#rooms/payments/hands.ts'
import { buyerOf } from './acting.ts'
import type { OutOfStock } from './contract.ts'
import { type DidPart, sentenceOf } from './did.ts'
import { recordAct } from './hold-store.ts'
import { PAYMENT_HOURS } from './limits.ts'
import { type MakeParts, makeAgreed } from './make.ts'
import { type Line, readLines } from './make-lines.ts'
import { offersOnSale } from './new-order-store.ts'
import { type NewOrderBody, newOrderContract } from './office-new-order-contract.ts'
import type { createOrderMails } from './order-mails.ts'
import { breakdown, type PriceRules } from './rules.ts'
import { SERVICE_CHARGE, THRESHOLD } from './settings.ts'
import type { Settling } from './settle.ts'
import { lockOrder, type OrderRow } from './store.ts'
import { wrongOfferAt } from './wire.ts'

interface NewOrderOptions extends Omit<MakeParts, 'payNothing'> {
  keyring: Keyring
  currencies: Currencies
  settling: Pick<Settling, 'payNothing'>
  offers: () => Promise<Offers>
  orderMails: Pick<ReturnType<typeof createOrderMails>, 'askForPayment'>
}

type Body = z.output<typeof NewOrderBody>

/** No method of payment has this number, and no provider is asked. */
const NO_METHOD = { id: 0, provider: '', feeBp: 0 }

export function newOrderCalls(options: NewOrderOptions) {
  const { db, keyring, currencies, settings, settling, orderMails } = options

  /** What the order begins with; its buyer may choose another. */
  async function firstMethod(currency: string): Promise<Method> {
    const offered = (await options.offers()).list([currency]).map(({ method }) => method)
    const method = offered.find((one) => !isForMembers(one) && one.productTypes.length === 0)
    if (!method) throw refused('order.new.noMethod', { currency })
    return method
  }

  /** All that it costs is taken off, or nothing is. */
  const rulesOf = (isFree: boolean, feeBp: number): Omit<PriceRules, 'exchange'> => ({
    ...{ discountBp: 0, feeBp, coupon: isFree ? Number.MAX_SAFE_INTEGER : 0 },
    serviceThresholdUsdCents: isFree ? 0 : fromMajor(settings.read(THRESHOLD)),
    serviceUsdCents: fromMajor(settings.read(SERVICE_CHARGE)),
  })

  async function make({ id, email, locale, lines: typed, way, reason }: Body, caller: Caller): Promise<string> {
    const { staffId, email: actor } = staffOf(caller)
    const wanted = typed.map(({ count, ...line }, position) => ({ ...line, position, quantity: count }))
    const units = wanted.reduce((sum, { quantity }) => sum + quantity, 0)
    const isFree = way === 'free'
    // As of a visitor who reads this language.
    const currency = currencies.firstFor(findLocale(locale)!)!
    const method = isFree ? NO_METHOD : await firstMethod(currency.code)
    const written = async (tx: Transaction, order: OrderRow) => {
      const money = (minor: number) => `${(minor / 100).toFixed(2)} ${order.currency}`
      const did: DidPart[] = [
        isFree
          ? ['gave', { units: String(units), amount: money(order.goods) }]
          : ['askedToPay', { units: String(units), amount: money(order.total) }],
      ]
      if (!isFree) await orderMails.askForPayment(tx, order.id)
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
        ...{ currency, method, actor, written, memberRemark: '', isPaidLater: true, hours: PAYMENT_HOURS },
        requestHash: sha256(JSON.stringify([email, locale, wanted, way, reason])),
        from: {
          ...{ locale, memberId: null, browserHash: null },
          idempotencyHash: keyring.fingerprint('idempotency', `office ${staffId} ${id}`),
        },
        reserver: null,
      },
      async (tx) => {
        const lines = await readLines(tx, wanted, [], locale)
        const sums = breakdown(lines.map(priced), { ...rulesOf(isFree, method.feeBp), exchange: exchangeOf(currency) })
        // His consent is asked for when he pays.
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

    'POST /office/orders': async ({ body }, caller) => ({ id: await make(body, caller).catch(sayByLine) }),
  } satisfies Handlers<typeof newOrderContract>)
}

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
    const position = wrongOfferAt(path)
    return position === undefined ? [] : [{ path: `lines.${position}`, message: 'order.new.offSale' }]
  })
}
