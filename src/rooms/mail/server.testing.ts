// For the tests of mails: a mail server that reads what it takes, and may refuse it.
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import {
  addKeys,
  addProduct,
  attemptOf,
  orderBody,
  type PlacedOrder,
  placeOrder,
  type TestShop,
} from '#test/harness.ts'

export interface Taken {
  from: string
  to: string[]
  mail: Email
}

export function smtpServer() {
  let server: SMTPServer
  const smtp = {
    port: 0,
    taken: [] as Taken[],
    /** The next mails meet these answers instead of a welcome. */
    refusals: [] as { responseCode: number; message: string }[],
    attempts: [] as string[],
    /** Answers whoever signs in to it; undefined: welcome. */
    loginRefusal: undefined as number | undefined,
    /** With what it greets whoever connects, instead of being ready. */
    greeting: undefined as number | undefined,

    /** At its port; one that was stopped does not come back, another does. */
    async start() {
      smtp.port ||= await freePort()
      server = new SMTPServer({
        authOptional: true,
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        onAuth(_, session, done) {
          const { loginRefusal } = smtp
          if (loginRefusal) return done(Object.assign(new Error('not you'), { responseCode: loginRefusal }))
          done(null, { user: session.id })
        },
        onConnect: (_, done) =>
          done(smtp.greeting ? Object.assign(new Error('not now'), { responseCode: smtp.greeting }) : undefined),
        onData(stream, session, done) {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', async () => {
            const mail = await PostalMime.parse(Buffer.concat(chunks))
            // Alerts come when they come; what they say is tried where they are told.
            if (mail.subject?.startsWith('[Key <Shop>]')) return done()
            smtp.attempts.push(mail.messageId ?? '')
            const refusal = smtp.refusals.shift()
            if (refusal) return done(Object.assign(new Error(refusal.message), refusal))
            const { mailFrom, rcptTo } = session.envelope
            smtp.taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((one) => one.address), mail })
            done()
          })
        },
      })
      server.on('error', () => {})
      await new Promise<void>((resolve) => server.listen(smtp.port, '127.0.0.1', resolve))
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return smtp
}

export function mailedOrders(shop: () => TestShop) {
  async function buy(options: {
    keys: number
    count?: number
    locale?: string
    name?: string
  }): Promise<PlacedOrder & { keys: string[]; offerId: number }> {
    const product = await addProduct(shop(), { name: options.name })
    const keys = options.keys > 0 ? await addKeys(shop(), product.offerId, options.keys) : []
    const body = orderBody([{ product, count: options.count ?? 1 }], { locale: options.locale })
    const order = await placeOrder(shop(), body, options.locale ? { 'x-locale': options.locale } : {})
    return { ...order, keys, offerId: product.offerId }
  }

  const pay = async (order: PlacedOrder) =>
    shop().stripe.pay(await attemptOf(shop(), order.orderId), { outcome: 'completed' })

  const rowOf = (order: PlacedOrder) =>
    shop().db.query<{ id: string; state: string; messageId: string; attempts: number; sealed: Buffer }>(sql`
    select id, state, message_id as "messageId", attempts, sealed from mails where data ->> 'orderId' = ${order.orderId} order by created_at`)

  const isSent = (order: PlacedOrder) =>
    until(async () => {
      const rows = await rowOf(order)
      return rows.length > 0 && rows.every(({ state }) => state === 'sent') ? rows : undefined
    }, 'the mail is noted as sent')

  return { buy, pay, rowOf, isSent }
}
