// What the mails about an order say: its lines, its keys where it is delivered, the receipt, and the link that opens it.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { formatMoney } from '#platform/money.ts'
import type { MailContent, MailPart, MailRow } from '#rooms/mail/hands.ts'
import type { Currencies } from '#rooms/money/hands.ts'
import { isForMembers, type Methods, methodWords } from '#rooms/payments/hands.ts'
import { activationOf, type Catalogue, purchasePicture } from '#rooms/products/hands.ts'
import type { OrderAccess } from '../buyer/access.ts'
import { type LineRow, orderLines } from '../buyer/line-store.ts'
import { showKeys } from '../buyer/show-keys.ts'
import * as store from '../store.ts'
import { promiseRest } from './delivery-waits.ts'

const PARTS: MailPart[] = ['goods', 'discount', 'fee', 'coupon', 'freight', 'service']
const TAKEN_OFF: MailPart[] = ['discount', 'coupon']

export interface OrderMailOptions {
  db: Database
  keyring: Keyring
  catalogue: Catalogue
  currencies: Currencies
  methods: Methods
  access: OrderAccess
  origin: () => string
}

/** What a mail about an order is written from. */
export interface OrderFacts {
  order: store.OrderRow & Pick<store.KeptOrder, 'linkVersion' | 'waiver'>
  lines: LineRow[]
  /** In clear. */
  keys: { lineId: number; key: string }[]
  /** Links that end with it have ended. */
  isOver: boolean
}

export type MailAbout = Pick<MailRow, 'template' | 'locale' | 'data' | 'recipient'>

export function orderMailContent({ db, keyring, catalogue, currencies, methods, access, origin }: OrderMailOptions) {
  async function factsOf(mail: MailAbout): Promise<OrderFacts> {
    const { data, template, recipient } = mail
    const order = await store.orderById(db, data.orderId!)
    if (!order) throw new Error('a mail about an order that is not there')
    // Changed in this very moment: whoever sends it finds that out.
    if (order.deliveryEmail !== recipient) throw new Error('a mail about an order that has another address now')
    const lines = await orderLines(db, order.id)
    const isOver = await access.isOver(order.id)
    if (template !== 'delivery') return { order, lines, keys: [], isOver }
    const keys = await showKeys({ db, keyring }, order.id, {
      via: 'mail',
      actor: 'system',
      address: recipient,
      heldBack: (tx) => promiseRest(tx, order, mail, new URL(origin()).hostname),
    })
    // Refunded, or given another address, in this very moment.
    if (!keys) throw new Error('a delivery mail of an order that is not delivered any more, or elsewhere')
    return { order, lines, keys, isOver }
  }

  function contentOf(mail: MailAbout, { order, lines, keys, isOver }: OrderFacts): MailContent {
    const withKeys = mail.template === 'delivery'
    const money = (amount: number, currency = order.currency) => formatMoney(amount, currencies.symbolOf(currency))
    const coded = (amount: number, currency = order.currency) => `${money(amount, currency)}\u00a0${currency}`
    const method = methods.byId(order.paymentMethod)
    // Who asked for a link gets one that ends by itself, and so does whoever is told of an order that is open to its links no
    // more; the others live as long as it is (F2).
    const token = access.linkToken(order, mail.template === 'found' || isOver ? { days: 30 } : 'order')
    return {
      orderNo: order.orderNo,
      placedAt: order.placedAt,
      expiresAt: order.expiresAt,
      method: method ? methodWords(method, mail.locale).name : '',
      parts: PARTS.filter((part) => (part === 'goods' ? order.topUpCents === null : order[part] !== 0)).map((part) => ({
        part,
        amount: TAKEN_OFF.includes(part) ? `−${money(order[part])}` : money(order[part]),
      })),
      total: coded(order.total),
      amount: mail.data.amount === undefined ? undefined : coded(Number(mail.data.amount), mail.data.currency),
      onBalance: mail.data.cents === undefined ? undefined : formatMoney(Number(mail.data.cents), '$'),
      isFree: order.total === 0,
      isUnsure: mail.data.unsure !== undefined,
      isSecond: mail.data.second !== undefined,
      isFromBalance: mail.data.fromBalance !== undefined,
      mayChooseRefund:
        mail.template === 'processing' &&
        order.total > 0 &&
        order.memberId !== null &&
        method !== undefined &&
        !isForMembers(method),
      link: `${origin()}/success-payment?order_id=${order.id}&order_no=${order.orderNo}#access=${token}`,
      waiver: withKeys ? order.waiver : null,
      lines: lines.map((line) => ({
        ...(withKeys ? usedAs(line, mail.locale) : { activation: [], redeem: undefined }),
        name: line.name,
        version: line.skuLabel,
        cover: coverOf(line),
        quantity: line.quantity,
        total: money(line.total),
        keys: keys.filter((key) => key.lineId === line.id).map((key) => key.key),
        isAccount: line.keyType === 1,
      })),
    }
  }

  const usedAs = (line: LineRow, locale: string) => {
    const { steps, redeemUrl } = activationOf(line, catalogue.shelves, locale)
    return { activation: steps, redeem: redeemUrl ?? undefined }
  }

  const coverOf = (line: LineRow) => purchasePicture(line, catalogue.shelves).replace(/[^/]*$/, '180.webp')

  return {
    contentOf,
    /** Reads what it says; the keys of a delivery mail count as shown from then on. */
    read: async (mail: MailAbout) => contentOf(mail, await factsOf(mail)),
  }
}
