// An order as its buyer sees it.

import type { Database } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/principal.ts'
import { toMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Currencies } from '#rooms/money/hands.ts'
import { type Methods, methodWords, toDoOf } from '#rooms/payments/hands.ts'
import { type Catalogue, purchasePicture } from '#rooms/products/hands.ts'
import { placeOnWire, soldOnWire } from '#rooms/products/wire.ts'
import { mayBeGivenBack } from '../acts/hold-store.ts'
import { amountsOf } from '../amounts.ts'
import type { OrderDetail } from '../contract.ts'
import { currentWaiver, lacksWaiver } from '../making/waiver.ts'
import { leftOnBalance, refundTo } from '../refunds/refund-choice.ts'
import { WAITING } from '../rules.ts'
import type { OrderLine } from '../schemas.ts'
import { ASKS_FOR_WAIVER } from '../settings.ts'
import type * as store from '../store.ts'
import { type LineRow, orderLines } from './line-store.ts'
import { sentBack } from './sent-back.ts'

export interface DetailOptions {
  db: Database
  catalogue: Catalogue
  currencies: Currencies
  methods: Methods
  settings: Settings
}

export async function orderDetail(
  { db, catalogue, currencies, methods, settings }: DetailOptions,
  order: store.KeptOrder,
  { locale, principal }: Pick<Caller, 'locale' | 'principal'>,
): Promise<OrderDetail> {
  const method = methods.byId(order.paymentMethod)
  const lines = await orderLines(db, order.id)
  const toDo = order.status === 'Unpaid' ? await toDoOf(db, order) : { instructions: null, form: null }
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    orderStatus: order.status,
    barred: order.barred,
    refunded: toMajor(order.refunded),
    refundedToBalance: toMajor(cameFromBalance(order) ? order.refunded : await onBalance(db, order)),
    refundTo: principal.kind === 'member' && order.paidAt ? await refundTo(db, order.id, principal.memberId) : null,
    mayHaveMoneyBack: hasWaitedLong(order) && (await mayBeGivenBack(db, order.id)),
    goesBack: order.goesBack,
    ...(order.paidBesides ? await sentBack(db, currencies, order) : { sentBack: [], sentBackMore: false }),
    addTime: order.placedAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    now: order.now.toISOString(),
    deliveryEmail: order.deliveryEmail,
    currencyType: order.currency,
    currencyName: currencies.symbolOf(order.currency),
    amounts: amountsOf(order),
    paymentId: order.paymentMethod,
    paymentName: method ? methodWords(method, locale).name : '',
    ...toDo,
    goods: lines.map((line) => lineOf(line, catalogue)),
    waiver: lacksWaiver(order, settings.read(ASKS_FOR_WAIVER)) ? currentWaiver(locale) : null,
    topUp: order.topUpCents === null ? null : toMajor(order.topUpCents),
  }
}

/** What was paid from a balance is there again; not on one that nobody has any more. */
const cameFromBalance = ({ paidFromBalance, memberId }: store.KeptOrder) => paidFromBalance && memberId !== null

/** Only what came in the order's currency is ever refunded there. */
const onBalance = (db: Database, { paidPaymentId, refundedToBalance, currency, rateE8 }: store.KeptOrder) =>
  paidPaymentId === null ? 0 : leftOnBalance(db, { id: paidPaymentId, toBalance: refundedToBalance, currency }, rateE8)

export function lineOf(line: LineRow, { shelves }: Catalogue): OrderLine {
  return {
    id: line.position + 1,
    productId: line.productId,
    ...soldOnWire(line),
    ...placeOnWire(line),
    shortName: line.name,
    skuLabel: line.skuLabel,
    skuCode: line.skuCode,
    imgUrl: purchasePicture(line, shelves),
    productType: String(line.type),
    quantity: line.quantity,
    realPrice: toMajor(line.unit),
    total: toMajor(line.total),
  }
}

/** A paid order that waits offers its buyer his money back after a day (decision C1). */
export function hasWaitedLong({ status, paidAt, now }: store.KeptOrder): boolean {
  const waited = paidAt ? now.getTime() - paidAt.getTime() : 0
  return status === 'Processing' && waited >= WAITING.offerHours * 3_600_000
}
