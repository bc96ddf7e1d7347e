// Several instances on one database (decision E4), and an orderly end (decision E5).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Answer, addProduct, orderBody } from '../harness.ts'
import { countsOf, expectAllDelivered } from './counts.testing.ts'
import { openWorld, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const pay = (placed: Answer) =>
  world.stripe.pay(new URL(placed.body.data.url).pathname.split('/').at(-1)!, { outcome: 'completed' })

test('the jobs of an instance that was killed are done by another that runs', async () => {
  const survivor = await world.start()
  const mortal = await world.start({ PORT: '0', LATCHKEY_FAILPOINT: 'mail written' })
  const product = await addProduct(world, { keys: 200 })
  let orders = 0
  let killed = false
  void mortal.ended.then(() => {
    killed = true
  })
  // Both take jobs; sooner or later the other one takes its last.
  while (!killed) {
    pay(await world.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) }))
    orders++
    await until(async () => {
      const { delivered, unsentMails } = await countsOf(world, product)
      return killed || (delivered === orders && unsentMails === 0)
    }, 'its mail is sent, or not')
  }
  expect(await mortal.ended).toEqual({ code: null, signal: 'SIGKILL' })
  await until(async () => (await countsOf(world, product)).mails === orders, 'every order is delivered')
  await until(async () => (await countsOf(world, product)).unsentMails === 0, 'every mail is sent')
  await expectAllDelivered(world, product, { orders, keysEach: 1, keys: 200 })
  survivor.kill('SIGTERM')
  expect(await survivor.ended).toEqual({ code: 0, signal: null })
})

test('a notice that an instance was handling when it was killed is handled by another that runs', async () => {
  const mortal = await world.start({ LATCHKEY_FAILPOINT: 'provider queried' })
  const survivor = await world.start({ PORT: '0' })
  const product = await addProduct(world, { keys: 5 })
  // Its provider finds nobody at that address any more, so only what was stored can tell.
  pay(await world.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) }))
  expect(await mortal.ended).toEqual({ code: null, signal: 'SIGKILL' })
  await until(async () => (await countsOf(world, product)).mails === 1, 'the order is delivered')
  await until(async () => (await countsOf(world, product)).unsentMails === 0, 'the mail is sent')
  await expectAllDelivered(world, product, { orders: 1, keysEach: 1, keys: 5 })
  survivor.kill('SIGTERM')
  expect(await survivor.ended).toEqual({ code: 0, signal: null })
})

test('no instance takes the jobs of another that is alive', async () => {
  const busy = await world.start()
  const product = await addProduct(world, { keys: 5 })
  const placed = await world.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })
  const { orderId } = placed.body.data
  const attempt = new URL(placed.body.data.url).pathname.split('/').at(-1)!
  world.stripe.pay(attempt, { outcome: 'completed', notify: false })
  const asking = sql`
    select locked_by, attempts from graphile_worker.jobs where task_identifier = 'payment.ask' and locked_by is not null`
  const other = await world.db.transaction(async (tx) => {
    // For this a job waits longer than a start takes; a provider that says nothing it gives up after ten seconds.
    await tx.query(sql`select from orders where id = ${orderId} for update`)
    await world.db.run(sql`update payments set poll_at = now() where order_id = ${orderId}`)
    await world.db.run(sql`select graphile_worker.add_job('payment.poll')`)
    const before = await until(() => world.db.query(asking), 'it is asked about')
    // Its start looks for jobs of the dead before it takes any.
    const started = await world.start({ PORT: '0' })
    expect(await world.db.query(asking)).toEqual(before)
    return started
  })
  await until(async () => (await countsOf(world, product)).mails === 1, 'the order is delivered')
  await until(async () => (await countsOf(world, product)).unsentMails === 0, 'the mail is sent')
  await expectAllDelivered(world, product, { orders: 1, keysEach: 1, keys: 5 })
  for (const shop of [busy, other]) shop.kill('SIGTERM')
  expect(await Promise.all([busy.ended, other.ended])).toEqual([
    { code: 0, signal: null },
    { code: 0, signal: null },
  ])
})

test('SIGTERM during a burst: what was begun is finished and answered, nothing is left half done', async () => {
  const shop = await world.start()
  const product = await addProduct(world, { keys: 200 })
  const first = Promise.withResolvers<void>()
  const answers = Array.from({ length: 60 }, () =>
    world
      .call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })
      .then((answer) => {
        first.resolve()
        if (answer.status === 200) pay(answer)
        return answer.status
      })
      .catch(() => 'not connected' as const),
  )
  await first.promise
  shop.kill('SIGTERM')
  expect(await shop.ended).toEqual({ code: 0, signal: null })

  const statuses = await Promise.all(answers)
  const placed = statuses.filter((status) => status === 200).length
  expect(placed).toBeGreaterThan(0)
  expect(statuses.filter((status) => status !== 200 && status !== 'not connected')).toEqual([])
  // An order for each answer and an answer for each order; each can be paid; nobody holds a job.
  expect((await countsOf(world, product)).orders).toBe(placed)
  const unpayable = sql`select 1 from payments p join order_lines l using (order_id) where l.offer_id = ${product.offerId} and redirect_url is null`
  expect(await world.db.query(unpayable)).toEqual([])
  expect(await world.db.query(sql`select 1 from graphile_worker.jobs where locked_by is not null`)).toEqual([])

  // The providers tell again what was told to nobody.
  const again = await world.start()
  await until(async () => (await countsOf(world, product)).mails === placed, 'every order is delivered')
  await until(async () => (await countsOf(world, product)).unsentMails === 0, 'every mail is sent')
  await expectAllDelivered(world, product, { orders: placed, keysEach: 1, keys: 200 })
  again.kill('SIGTERM')
  expect(await again.ended).toEqual({ code: 0, signal: null })
})
