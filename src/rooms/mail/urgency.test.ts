// Which mail goes first where many wait: nobody's key stands behind what strangers cause.
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import { addProduct, attemptOf, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { promiseMail } from './store.ts'

let shop: TestShop
let server: SMTPServer
/** To whom mails came, in this order. */
const came: string[] = []
const mayAnswer = Promise.withResolvers<void>()

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      came.push(...envelope.rcptTo.map(({ address }) => address))
      void Promise.all([text(stream), mayAnswer.promise]).then(() => done())
    },
  })
  server.on('error', () => {})
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  shop = await openTestShop({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SUPPORT_EMAIL: 'help@shop.example',
    // One after the other.
    WORKER_CONCURRENCY: '1',
  })
})
afterAll(async () => {
  mayAnswer.resolve()
  await shop.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const enquire = (email: string) =>
  shop.call('POST', '/api/bottom/saveDeal', {
    body: { type: '2', fillname: 'Ada', email, confirmEmail: email, skype: '', region: 'DE', message: '' },
  })

test('keys go before what accounts wait for, and that before what strangers have written long ago', async () => {
  expect((await enquire('first@trade.example')).status).toBe(200)
  await until(() => came.length === 1, 'the mail server is busy')
  for (const email of ['second@trade.example', 'third@trade.example']) expect((await enquire(email)).status).toBe(200)
  const id = randomUUID()
  const about = { recipient: 'member@example.com', locale: 'en-US', template: 'emailTaken' as const, data: {} }
  await shop.db.transaction((tx) => promiseMail(tx, { id, messageId: `<${id}@shop.example>`, ...about }))
  const order = await placeOrder(shop, orderBody([{ product: await addProduct(shop, { keys: 1 }), count: 1 }]))
  await shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  await until(
    async () => (await shop.db.query(sql`select from mails where data ->> 'orderId' = ${order.orderId}`)).length === 1,
    'the order is delivered',
  )
  mayAnswer.resolve()
  await until(() => came.length === 8, 'all are sent')
  const [, ...then] = came
  expect(then.slice(0, 2)).toEqual(['buyer@example.com', 'member@example.com'])
})
