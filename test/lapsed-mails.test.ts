// Mails that wait while no mail server takes any, and whose time is over when it does: none of them is sent.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { askForNewsletter, confirmSubscription } from '#rooms/enquiries/store.ts'
import { type LetterTemplate, mailsAbout, promiseMail } from '#rooms/mail/hands.ts'
import { askForChange, dropPendingChange } from '#rooms/members/email-store.ts'
import { askForReset } from '#rooms/members/password-store.ts'
import { addRegistration, closeRegistration } from '#rooms/members/registration-store.ts'
import { createOrderMails } from '#rooms/orders/mails/order-mails.ts'
import { loseKeys } from '#rooms/payments/scene.testing.ts'
import { newLink } from '#rooms/staff/invitations.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { createTold } from '#rooms/staff/told.ts'
import { silence } from '#rooms/wishes/store.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  type TestShop,
} from './harness.ts'
import { comesBack, type MailServer, openMailServer, waitsForIt } from './mail-server.testing.ts'

let shop: TestShop
let server: MailServer
beforeAll(async () => {
  server = await openMailServer()
  shop = await openTestShop({ SMTP_URL: server.url })
})
afterAll(async () => {
  await shop.close()
  await server.close()
})
beforeEach(() => {
  server.isAway = true
  server.taken.length = 0
})

interface Waiting {
  recipient: string
  /** What it tells is over. */
  end(): Promise<unknown>
}

const mailDomain = () => 'shop.example'
const newAddress = () => `${randomUUID()}@example.com`
const letter = (template: LetterTemplate, recipient: string, data: Record<string, string>) => {
  const id = randomUUID()
  return { id, messageId: `<${id}@shop.example>`, recipient, locale: 'en-US', template, data }
}

/** An order that its buyer is reminded of. */
async function reminded(): Promise<PlacedOrder & { recipient: string }> {
  const recipient = newAddress()
  const product = await addProduct(shop, { keys: 1 })
  const order = await placeOrder(shop, orderBody([{ product }], { email: recipient }))
  await shop.db.run(sql`update orders set placed_at = now() - interval '6 minutes' where id = ${order.orderId}`)
  await createOrderMails({ db: shop.db, keyring: shop.shop.ground.keyring, mailDomain }).remindUnpaid()
  return { ...order, recipient }
}

async function resetAsked(): Promise<Waiting> {
  const { id: memberId, email } = await addMember(shop)
  const id = randomUUID()
  await shop.db.transaction(async (tx) => {
    await askForReset(tx, { id, memberId, locale: 'en-US' })
    await promiseMail(tx, letter('passwordReset', email, { resetId: id }))
  })
  const late = sql`update password_resets set created_at = now() - interval '31 minutes' where id = ${id}`
  return { recipient: email, end: () => shop.db.run(late) }
}

async function registered(): Promise<Waiting> {
  const [id, email] = [randomUUID(), newAddress()]
  const said = { username: `u${id}`, passwordHash: 'x', subscribes: false, locale: 'en-US' }
  await shop.db.transaction(async (tx) => {
    await addRegistration(tx, { id, email, emailKey: email, ...said })
    await promiseMail(tx, letter('registerConfirm', email, { registrationId: id }))
  })
  return { recipient: email, end: () => shop.db.transaction((tx) => closeRegistration(tx, id)) }
}

async function changeAsked(): Promise<Waiting> {
  const { id: memberId, email: oldEmail } = await addMember(shop)
  const [id, email] = [randomUUID(), newAddress()]
  const change = { id, memberId, email, emailKey: email, oldEmail, oldEmailKey: oldEmail.toLowerCase() }
  await shop.db.transaction(async (tx) => {
    await askForChange(tx, { ...change, locale: 'en-US' })
    await promiseMail(tx, letter('emailConfirm', email, { changeId: id }))
  })
  return { recipient: email, end: () => shop.db.transaction((tx) => dropPendingChange(tx, memberId)) }
}

async function newsletterAsked(): Promise<Waiting> {
  const [id, email] = [randomUUID(), newAddress()]
  await shop.db.transaction(async (tx) => {
    await askForNewsletter(tx, { id, email, locale: 'en-US' })
    await promiseMail(tx, letter('newsletterConfirm', email, { subscriptionId: id }))
  })
  return { recipient: email, end: () => confirmSubscription(shop.db, id) }
}

/** A price of his wishes fell. */
async function wished(): Promise<Waiting> {
  const { id: memberId, email } = await addMember(shop)
  const { productId } = await addProduct(shop, { keys: 1 })
  const mail = letter('wishNews', email, {})
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into wish_news (member_id, product_id, day, kind, cents, mail_id)
      values (${memberId}, ${productId}, current_date, 'reduced', 1500, ${mail.id})`)
    await promiseMail(tx, { ...mail, data: { wishMailId: mail.id } })
  })
  return { recipient: email, end: () => silence(shop.db, memberId) }
}

async function invited(): Promise<Waiting> {
  const { id, email } = await addStaff(shop, { role: 'reader' })
  const told = createTold({ keyring: shop.shop.ground.keyring, mailDomain })
  const linked = () => shop.db.transaction((tx) => newLink(tx, id, null))
  const token = await linked()
  await shop.db.transaction((tx) =>
    told.invited(tx, { id, email, locale: 'en-US', isDemo: false }, { token, by: 'Ada' }),
  )
  return { recipient: email, end: linked }
}

async function orderThat(end: (order: PlacedOrder) => Promise<unknown>): Promise<Waiting> {
  const order = await reminded()
  return { recipient: order.recipient, end: () => end(order) }
}

/** An order that is paid while no mail can be sent: with its keys, or without, for which it waits. */
async function bought(end: (order: PlacedOrder) => Promise<unknown>, { isShort = false } = {}): Promise<Waiting> {
  const recipient = newAddress()
  const product = await addProduct(shop, { keys: 1 })
  const order = await placeOrder(shop, orderBody([{ product }], { email: recipient }))
  if (isShort) await loseKeys(shop, product.offerId)
  await paid(order)
  return { recipient, end: () => end(order) }
}

const refunded = ({ orderId }: PlacedOrder) =>
  shop.db.run(sql`update orders set status = 'Refunded' where id = ${orderId}`)
const readdressed = ({ orderId }: PlacedOrder) =>
  shop.db.run(sql`update orders set delivery_email = ${newAddress()} where id = ${orderId}`)
const paid = async (order: PlacedOrder) => {
  await shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  await until(
    async () =>
      (await shop.db.query(sql`select 1 from orders where id = ${order.orderId} and status <> 'Unpaid'`)).length,
    'it is paid',
  )
}
const cancelled = ({ orderId, cookie }: PlacedOrder) =>
  shop.call('GET', `/api/pay/cancel/${orderId}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
const expired = ({ orderId }: PlacedOrder) =>
  shop.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${orderId}`)

const stateOf = ({ recipient }: Waiting, template: string) =>
  shop.db.one<{ id: string; state: string; attempts: number; sentAt: Date | null }>(sql`
    select id, state, attempts, sent_at as "sentAt" from mails where recipient = ${recipient} and template = ${template}`)
const failedOnce = (mail: Waiting, template: string) =>
  until(
    () =>
      shop.db.query(
        sql`select 1 from mails where recipient = ${mail.recipient} and template = ${template} and attempts > 0`,
      ),
    'it was tried in vain',
  )

test.each([
  ['a reminder of an order that is paid', 'unpaid', () => orderThat(paid)],
  ['a reminder of an order that was cancelled', 'unpaid', () => orderThat(cancelled)],
  ['a reminder of an order that has expired', 'unpaid', () => orderThat(expired)],
  ['a mail with keys of an order that was refunded', 'delivery', () => bought(refunded)],
  ['a mail with keys of an order whose mails go elsewhere now', 'delivery', () => bought(readdressed)],
  [
    'a mail that an order waits, which was refunded meanwhile,',
    'processing',
    () => bought(refunded, { isShort: true }),
  ],
  ['a link to a new password that is over', 'passwordReset', resetAsked],
  ['a registration that was confirmed', 'registerConfirm', registered],
  ['a new address in whose place another was asked for', 'emailConfirm', changeAsked],
  ['a newsletter that was confirmed', 'newsletterConfirm', newsletterAsked],
  ['a mail about the wishes of who wants no more of them', 'wishNews', wished],
  ['an invitation in whose place another came', 'staffInvited', invited],
] as const)('%s is not sent after an outage of the mail server; one that still holds is', async (_, template, make) => {
  const [over, holds] = [await make(), await make()]
  for (const mail of [over, holds]) await failedOnce(mail, template)
  // The first may have been tried again while the second was made.
  await waitsForIt(shop.db)
  const { attempts } = await stateOf(over, template)
  await over.end()
  await comesBack(server, shop.db)
  await until(async () => (await stateOf(holds, template)).state === 'sent', 'the one that holds is sent')
  const mail = await until(async () => {
    const row = await stateOf(over, template)
    return row.state === 'queued' ? undefined : row
  }, 'the other is done with')
  expect(mail).toMatchObject({ state: 'lapsed', attempts, sentAt: null })
})

test('one that has lapsed is no mail of its order, is listed as what it is, and can’t be sent', async () => {
  const order = await reminded()
  const mail = { recipient: order.recipient, end: () => cancelled(order) }
  await failedOnce(mail, 'unpaid')
  await mail.end()
  await comesBack(server, shop.db)
  await until(async () => (await stateOf(mail, 'unpaid')).state !== 'queued', 'it is done with')
  expect(server.taken).not.toContain(order.recipient)
  expect(await mailsAbout(shop.db, { id: order.orderId, deliveryEmail: order.recipient })).toEqual([])
  const { cookie } = await addStaff(shop, { role: 'manager' })
  const get = async (path: string) =>
    (await shop.call('GET', `/office/health/mails${path}`, { headers: { cookie } })).body.data
  const { id } = await stateOf(mail, 'unpaid')
  expect((await get('?state=lapsed')).rows.map((row: { id: string }) => row.id)).toContain(id)
  expect((await get(`?q=${order.recipient}&state=lapsed`)).rows).toMatchObject([{ id, state: 'lapsed', sentAt: null }])
  // What sends it ends a moment after it has lapsed.
  const { seen } = await until(async () => {
    const shown = await get(`/${id}`)
    return shown.job === null && shown
  }, 'no job will try it')
  const again = await shop.call('POST', `/office/health/mails/${id}/send`, {
    headers: { cookie },
    body: { seen, reason: 'he asked for it' },
  })
  expect([again.status, again.body.msg]).toEqual([422, 'health.refused.mailLapsed'])
})
