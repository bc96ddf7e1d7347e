// What the mails about an order say: its lines, its keys where it is delivered, the receipt, and the link that opens it.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { formatMoney } from '#platform/money.ts'
import { purchasePicture } from '#shop/catalog/cards.ts'
import type { Catalogue } from '#shop/catalog/live.ts'
import { purchaseRows } from '#shop/catalog/store.ts'
import { activationSteps } from '#shop/content/activation.ts'
import { redeemPage } from '#shop/content/redeem.ts'
import type { MailRow } from '#shop/delivery/store.ts'
import type { MailContent, MailPart } from '#shop/delivery/write.ts'
import type { Method } from '#shop/payments/methods.ts'
import type { OrderAccess } from './access.ts'
import { showKeys } from './show-keys.ts'
import * as store from './store.ts'
import { methodName } from './words.ts'

const PARTS: MailPart[] = ['goods', 'discount', 'fee', 'coupon', 'freight', 'service']
const TAKEN_OFF: MailPart[] = ['discount', 'coupon']

export interface OrderMailOptions {
  db: Database
  keyring: Keyring
  catalogue: Catalogue
  methods: () => readonly Method[]
  access: OrderAccess
  origin: () => string
}

export function orderMailContent({ db, keyring, catalogue, methods, access, origin }: OrderMailOptions) {
  return async (mail: MailRow): Promise<MailContent> => {
    const order = await store.orderById(db, mail.data.orderId!)
    if (!order) throw new Error('a mail about an order that is not there')
    const withKeys = mail.template === 'delivery'
    const lines = await store.orderLines(db, order.id)
    const [keys, covers] = await Promise.all([
      withKeys
        ? showKeys({ db, keyring }, order.id, { via: 'mail', actor: 'system', address: order.deliveryEmail })
        : [],
      coversOf(lines, mail.locale),
    ])
    // Refunded in this very moment: its row is gone, and whoever sends it finds that out.
    if (!keys) throw new Error('a delivery mail of an order that is not delivered any more')
    const symbolOf = (code: string) => catalogue.shelves.currencies.find((row) => row.code === code)?.symbol ?? code
    const money = (amount: number, currency = order.currency) => formatMoney(amount, symbolOf(currency))
    const method = methods().find(({ id }) => id === order.paymentMethod)
    // Who asked for a link gets one that ends by itself; the others live as long as the order is open to its links (F2).
    const token = access.linkToken(order, mail.template === 'found' ? { days: 30 } : 'order')
    return {
      orderNo: order.orderNo,
      placedAt: order.placedAt,
      expiresAt: order.expiresAt,
      method: method ? methodName(method, mail.locale) : '',
      parts: PARTS.filter((part) => part === 'goods' || order[part] !== 0).map((part) => ({
        part,
        amount: TAKEN_OFF.includes(part) ? `−${money(order[part])}` : money(order[part]),
      })),
      total: money(order.total),
      amount: mail.data.amount === undefined ? undefined : money(Number(mail.data.amount), mail.data.currency),
      link: `${origin()}/success-payment?order_id=${order.id}&order_no=${order.orderNo}#access=${token}`,
      waiver: withKeys ? order.waiver : null,
      lines: lines.map((line) => ({
        name: line.name,
        version: line.skuLabel,
        cover: covers.get(line.offerId),
        quantity: line.quantity,
        total: money(line.total),
        keys: keys.filter((key) => key.lineId === line.id).map((key) => key.key),
        isAccount: line.keyType === 1,
        activation: withKeys ? activationSteps(line.activation, mail.locale) : [],
        redeem: withKeys ? redeemPage(line.activation) : undefined,
      })),
    }
  }

  async function coversOf(lines: store.LineRow[], locale: string): Promise<Map<number, string>> {
    const rows = await purchaseRows(
      db,
      lines.map((line) => line.offerId),
      locale,
    )
    return new Map(
      rows.map((row) => [row.offerId, purchasePicture(row, catalogue.shelves).replace(/[^/]*$/, '180.webp')]),
    )
  }
}
