// What was sold before a restore stays sold: keys that the backup does not have, and keys whose money goes back (decisions
// E8 and F7).
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { type Bought, ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { importKeys } from '#rooms/vault/import/import.ts'
import { addProduct, STRIPE, type TestProduct } from '#test/harness.ts'
import { makeSecrets, startSimulators } from '#test/surroundings.testing.ts'
import { restore } from './restore.ts'
import { buy, type Scene, startScene, states } from './scene.testing.ts'

const secrets = makeSecrets()
const log = createLog('silent')
let simulators: Awaited<ReturnType<typeof startSimulators>>
let folder: string
beforeAll(async () => {
  simulators = await startSimulators(secrets)
  folder = await mkdtemp(join(inject('dataDir'), 'sold-once-'))
})
afterAll(() => Promise.all([simulators.payssion, simulators.stripe, simulators.paypal].map((one) => one.close())))

const openScene = () => startScene({ simulators, secrets })
const restoreTo = (scene: Scene, backup: string) =>
  restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })

/** Brings a file of keys in; answers how many were added, and which lines were refused and why. */
async function bringIn({ test: { db, shop } }: Scene, { offerId }: TestProduct, file: string) {
  const { keyring } = shop.ground
  const { added, entries } = await importKeys({
    db,
    keyring,
    skuCode: 'X',
    offerId,
    file,
    source: 'test',
    machineUser: 'ada',
  })
  return { added, refused: entries.map(({ line, reason }) => [line, reason]) }
}

test('keys that came in after the backup and were sold are refused when their file is brought in again after a restore', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test)
  const monday = join(folder, 'monday')
  await dump(scene.databaseUrl, monday)
  const file = join(folder, 'ten.txt')
  await writeFile(file, Array.from({ length: 10 }, () => `KEY-${randomBytes(9).toString('hex')}\n`).join(''))
  expect(await bringIn(scene, product, file)).toEqual({ added: 10, refused: [] })
  await buy(scene, product, 6)
  await scene.stop()

  expect(await restoreTo(scene, monday)).toMatchObject({ retired: 6, withheld: 0, journal: { gap: undefined } })
  await scene.start()
  const sold = [1, 2, 3, 4, 5, 6].map((line) => [line, 'sold-before-restore'])
  expect(await bringIn(scene, product, file)).toEqual({ added: 4, refused: sold })
  expect(await states(scene.test.db, product)).toEqual({ available: 4 })

  // A backup from after the restore knows them by itself: the journal of before may be gone.
  const wednesday = join(folder, 'wednesday')
  await dump(scene.databaseUrl, wednesday)
  await scene.stop()
  await rm(join(scene.config.dataDir, 'journal'), { recursive: true })
  await rm(scene.config.journalDir!, { recursive: true })
  expect(await restoreTo(scene, wednesday)).toMatchObject({ retired: 0, withheld: 4 })
  await scene.start()
  const known = [7, 8, 9, 10].map((line) => [line, 'in-the-shop'])
  expect(await bringIn(scene, product, file)).toEqual({ added: 0, refused: [...sold, ...known] })
  await scene.stop()
  await scene.close()
})

/** All of its money goes back at the provider, and the shop has heard of it. */
async function refund({ test: shop }: Scene, order: Bought) {
  shop.stripe.refund(order.attempt)
  await reaches(shop, order, 'Refunded')
}

test('a key that its buyer was mailed after the backup is not for sale again when his money goes back after the restore', async () => {
  const scene = await openScene()
  const order = await ordered(scene.test, STRIPE, { keys: 2, count: 2 })
  const { product } = order
  // One of the two is gone: what a supplier took back, say.
  await scene.test.db.run(
    sql`delete from vault_keys where id = (select max(id) from vault_keys where offer_id = ${product.offerId})`,
  )
  pay(scene.test, order)
  await reaches(scene.test, order, 'Processing')
  expect(await states(scene.test.db, product)).toEqual({ sold: 1 })
  const backup = join(folder, 'waiting')
  await dump(scene.databaseUrl, backup)
  const file = join(folder, 'one.txt')
  await writeFile(file, `KEY-${randomBytes(9).toString('hex')}\n`)
  await bringIn(scene, product, file)
  await reaches(scene.test, order, 'Delivered')
  await scene.stop()

  await restoreTo(scene, backup)
  await scene.start()
  expect(await states(scene.test.db, product)).toEqual({ sold: 1 })
  await refund(scene, order)
  expect(await states(scene.test.db, product)).toEqual({ sold: 1 })
  await scene.stop()

  // Without the journal nobody knows whether it was delivered: it is kept all the same.
  await rm(join(scene.config.dataDir, 'journal'), { recursive: true })
  await rm(scene.config.journalDir!, { recursive: true })
  expect(await restoreTo(scene, backup)).toMatchObject({ withheld: 0 })
  await scene.start()
  expect(await scene.test.db.query(sql`select state from vault_keys where delivered_at is null`)).toEqual([])
  await scene.stop()
  await scene.close()
})

test('a key that a person released after the backup is not for sale again when its money goes back after the restore', async () => {
  const scene = await openScene()
  const order = await ordered(scene.test, STRIPE, { keys: 1 })
  const by = { actor: 'ada', reason: 'three orders of one card' }
  const acts = () => createActs({ db: scene.test.db, settling: settlingBesideShop(() => 'shop.test') })
  await acts().hold(order.orderId, by)
  pay(scene.test, order, { captured: true })
  await reaches(scene.test, order, 'Processing')
  expect(await states(scene.test.db, order.product)).toEqual({ reserved: 1 })
  const backup = join(folder, 'held')
  await dump(scene.databaseUrl, backup)
  await acts().release(order.orderId, by)
  await reaches(scene.test, order, 'Delivered')
  await scene.stop()

  expect(await restoreTo(scene, backup)).toMatchObject({ retired: 1, withheld: 0 })
  await scene.start()
  expect(await states(scene.test.db, order.product)).toEqual({ sold: 1 })
  await refund(scene, order)
  expect(await states(scene.test.db, order.product)).toEqual({ sold: 1 })
  await scene.stop()
  await scene.close()
})

test('orders that were made after the backup are named by the restore and by an alert, those before it are not', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test, { keys: 3 })
  await buy(scene, product, 1)
  const backup = join(folder, 'gone')
  const { takenAt } = await dump(scene.databaseUrl, backup)
  await buy(scene, product, 2)
  const since = (
    await scene.test.db.query<{ id: string }>(sql`select id from orders where placed_at > ${takenAt} order by id`)
  ).map(({ id }) => id)
  expect(since).toHaveLength(2)
  await scene.stop()

  expect((await restoreTo(scene, backup)).ordersGone).toEqual(since)
  await scene.start()
  expect(await scene.test.db.query(sql`select details from alerts where kind = 'restore.ordersGone'`)).toEqual([
    { details: { count: 2, orders: since } },
  ])
  await scene.stop()
  await scene.close()
})
