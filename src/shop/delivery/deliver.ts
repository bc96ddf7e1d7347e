// Sends what the outbox promises: at least once, with the same words and the same message id on every try (decision C5).
import nodemailer from 'nodemailer'
import type { Config } from '#platform/config.ts'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { formatMoney } from '#platform/money.ts'
import type { Catalogue } from '#shop/catalog/live.ts'
import { activationSteps } from '#shop/content/activation.ts'
import type { OrderAccess } from '#shop/orders/access.ts'
import { activationOf, orderById, orderLines } from '#shop/orders/store.ts'
import { recordReveals } from '#shop/vault/store.ts'
import { openKeys } from '#shop/vault/vault.ts'
import * as store from './store.ts'
import { type WrittenMail, writeOrderMail } from './write.ts'

export interface DeliveryOptions {
  db: Database
  keyring: Keyring
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'shopName' | 'supportEmail'>
  catalogue: Catalogue
  access: OrderAccess
  origin: () => string
}

export type Delivery = ReturnType<typeof createDelivery>

export function createDelivery({ db, keyring, config, catalogue, access, origin }: DeliveryOptions) {
  const transport = config.smtpUrl
    ? nodemailer.createTransport(config.smtpUrl, { pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as object)
    : undefined

  /** The words of a mail: as they were first written, or written now and kept. */
  async function words(mail: store.MailRow): Promise<WrittenMail> {
    if (mail.sealed) return JSON.parse(keyring.open('mail', mail.sealed, mail.id)) as WrittenMail
    const written = await write(mail)
    const first = await store.keepWriting(db, mail.id, keyring.seal('mail', JSON.stringify(written), mail.id))
    return first === 1 ? written : words((await store.mailById(db, mail.id))!)
  }

  async function write(mail: store.MailRow): Promise<WrittenMail> {
    const orderId = mail.data.orderId!
    const order = await orderById(db, orderId)
    if (!order) throw new Error('a mail about an order that is not there')
    const withKeys = mail.template === 'delivery'
    const [lines, keys, guides] = await Promise.all([
      orderLines(db, orderId),
      withKeys ? openKeys(db, keyring, orderId) : [],
      withKeys ? activationOf(db, orderId) : [],
    ])
    if (keys.length > 0) {
      await recordReveals(db, { orderId, keyIds: keys.map((key) => key.id), via: 'mail', actor: 'system', address: order.deliveryEmail })
    }
    const symbol = catalogue.shelves.currencies.find((row) => row.code === order.currency)?.symbol ?? order.currency
    return writeOrderMail({
      template: mail.template,
      locale: mail.locale,
      shopName: config.shopName,
      supportEmail: config.supportEmail,
      orderNo: order.orderNo,
      total: formatMoney(order.total, symbol),
      link: `${origin()}/success-payment?order_id=${order.id}&order_no=${order.orderNo}#access=${access.linkToken(order.id)}`,
      lines: lines.map((line) => ({
        name: [line.name, line.skuLabel].filter(Boolean).join(' – '),
        quantity: line.quantity,
        keys: keys.filter((key) => key.lineId === line.id).map((key) => key.key),
        activation: activationSteps(guides.find((guide) => guide.lineId === line.id)?.activation ?? null, mail.locale),
      })),
    })
  }

  return {
    words,
    latest: (limit: number) => store.latestMails(db, limit),
    byId: (id: string) => store.mailById(db, id),

    /** Job. Throws when the mail server does not take it; the job is then tried again. */
    async send(mailId: string): Promise<void> {
      const mail = await store.mailById(db, mailId)
      if (!mail || mail.state !== 'queued') return
      const written = await words(mail)
      if (!transport) return void (await store.markDone(db, mail.id, 'kept'))
      try {
        await transport.sendMail({ from: config.mailFrom, to: mail.recipient, messageId: mail.messageId, date: mail.createdAt, ...written })
      } catch (error) {
        await store.countAttempt(db, mail.id)
        // The server's answer may quote the mail; its code says enough.
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        throw new Error(`the mail server did not take it: ${responseCode ?? code ?? 'unknown'}`)
      }
      await store.markDone(db, mail.id, 'sent')
    },

    close: () => transport?.close(),
  }
}
