// What the mails about an order say: its lines, its keys where it is delivered, and the link that opens it.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { formatMoney } from '#platform/money.ts'
import type { Catalogue } from '#shop/catalog/live.ts'
import { activationSteps } from '#shop/content/activation.ts'
import type { MailRow } from '#shop/delivery/store.ts'
import type { MailContent } from '#shop/delivery/write.ts'
import { recordReveals } from '#shop/vault/store.ts'
import { openKeys } from '#shop/vault/vault.ts'
import type { OrderAccess } from './access.ts'
import * as store from './store.ts'

export interface OrderMailOptions {
  db: Database
  keyring: Keyring
  catalogue: Catalogue
  access: OrderAccess
  origin: () => string
}

export function orderMailContent({ db, keyring, catalogue, access, origin }: OrderMailOptions) {
  return async (mail: MailRow): Promise<MailContent> => {
    const order = await store.orderById(db, mail.data.orderId!)
    if (!order) throw new Error('a mail about an order that is not there')
    const withKeys = mail.template === 'delivery'
    const [lines, keys] = await Promise.all([
      store.orderLines(db, order.id),
      withKeys ? openKeys(db, keyring, order.id) : [],
    ])
    if (keys.length > 0) {
      await recordReveals(db, {
        orderId: order.id,
        keyIds: keys.map((key) => key.id),
        via: 'mail',
        actor: 'system',
        address: order.deliveryEmail,
      })
    }
    const symbol = catalogue.shelves.currencies.find((row) => row.code === order.currency)?.symbol ?? order.currency
    return {
      orderNo: order.orderNo,
      total: formatMoney(order.total, symbol),
      link: `${origin()}/success-payment?order_id=${order.id}&order_no=${order.orderNo}#access=${access.linkToken(order, 'order')}`,
      waiver: withKeys ? order.waiver : null,
      lines: lines.map((line) => ({
        name: [line.name, line.skuLabel].filter(Boolean).join(' – '),
        quantity: line.quantity,
        keys: keys.filter((key) => key.lineId === line.id).map((key) => key.key),
        activation: withKeys ? activationSteps(line.activation, mail.locale) : [],
      })),
    }
  }
}
