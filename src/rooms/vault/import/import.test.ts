import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, orderBody, placeOrder, statusOf, type TestShop } from '#test/harness.ts'
import { importKeys } from './import.ts'
import { nearCodes } from './near-codes.ts'
import { takeTurn } from './store.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))

/** The command runs in a process of its own, with the same key. */
const VAULT_KEY = Buffer.alloc(32, 7).toString('base64')
let shop: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'keys-'))
  shop = await openTestShop({ VAULT_KEYS: VAULT_KEY })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

async function bring(offerId: number, content: string | Buffer) {
  const file = join(folder, `${Math.random()}.txt`)
  await writeFile(file, content)
  const {
    entries,
    odd: _,
    ...counts
  } = await importKeys({
    db: shop.db,
    keyring: shop.shop.ground.keyring,
    skuCode: 'X',
    offerId,
    file,
    source: 'test',
    machineUser: 'ada',
  })
  return { ...counts, refused: entries.map(({ line, reason }) => [line, reason]) }
}
const stockOf = async (offerId: number) =>
  (await shop.db.one<{ stock: number }>(sql`select stock from offers where id = ${offerId}`)).stock
const unique = () => Math.random().toString(36).slice(2).toUpperCase()

test('byte order mark, CRLF, blanks and blank lines are no part of a key', async () => {
  const { offerId } = await addProduct(shop)
  const [a, b] = [unique(), unique()]
  expect(await bring(offerId, `\ufeff${a}\r\n\r\n   \r\n\t ${b} \r\n`)).toEqual({
    lines: 2,
    blank: 2,
    added: 2,
    refused: [],
  })
  expect(await bring(offerId, `${b}\n${a}`)).toMatchObject({
    added: 0,
    refused: [
      [1, 'in-the-shop'],
      [2, 'in-the-shop'],
    ],
  })
  expect(await stockOf(offerId)).toBe(2)
})

test('every line that is refused is told by number and reason', async () => {
  const { offerId } = await addProduct(shop)
  const other = await addProduct(shop)
  const [known, fresh] = [unique(), unique()]
  await bring(other.offerId, known)
  const lines = [fresh, known, `  ${fresh}`, 'A\u0007B', 'x'.repeat(501), 'y'.repeat(100_000), unique()]
  expect(await bring(offerId, Buffer.concat([Buffer.from(lines.join('\n')), Buffer.from([10, 0xff, 0x41])]))).toEqual({
    lines: 8,
    blank: 0,
    added: 2,
    refused: [
      [2, 'in-the-shop'],
      [3, 'repeated-in-file'],
      [4, 'control-characters'],
      [5, 'too-long'],
      [6, 'too-long'],
      [8, 'unreadable'],
    ],
  })
})

test('an account may have tabs between its parts, a key may not', async () => {
  const [game, account] = [await addProduct(shop), await addProduct(shop)]
  await shop.db.run(sql`update products set key_type = 1 where id = ${account.productId}`)
  const lines = [`${unique()}\tpa:ss\tcode 7\t`, `${unique()}\tpa\u0007ss`].join('\n')
  expect(await bring(account.offerId, lines)).toMatchObject({ added: 1, refused: [[2, 'control-characters']] })
  expect(await bring(game.offerId, `${unique()}\t${unique()}`)).toMatchObject({
    added: 0,
    refused: [[1, 'control-characters']],
  })
})

test('thousands of keys, repeated across batches', async () => {
  const { offerId } = await addProduct(shop)
  const keys = Array.from({ length: 2500 }, () => unique())
  const { added, refused } = await bring(offerId, [...keys, keys[0], keys[2400]].join('\n'))
  expect([added, refused]).toEqual([
    2500,
    [
      [2501, 'repeated-in-file'],
      [2502, 'repeated-in-file'],
    ],
  ])
  expect(await stockOf(offerId)).toBe(2500)
})

test('a file that cannot be read to its end leaves nothing', async () => {
  const { offerId } = await addProduct(shop)
  const keys = Array.from({ length: 20_000 }, () => unique())
  await expect(bring(offerId, `${keys.join('\n')}\n\0`)).rejects.toThrow('no text in UTF-8')
  expect(await stockOf(offerId)).toBe(0)
})

test('two files with the same keys in another order at once: each key goes in once', async () => {
  const { offerId } = await addProduct(shop)
  const keys = Array.from({ length: 3000 }, () => unique())
  const both = await Promise.all([bring(offerId, keys.join('\n')), bring(offerId, keys.toReversed().join('\n'))])
  expect(both.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, 3000])
  expect(await stockOf(offerId)).toBe(3000)
})

test('files go in one after another, so that two of them never wait for each other', async () => {
  const { offerId } = await addProduct(shop)
  const [waiting] = await shop.db.transaction(async (tx) => {
    await takeTurn(tx)
    const result = bring(offerId, unique())
    // Of this database: other tests wait for locks of theirs.
    const waits = sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    await until(() => shop.db.query(waits), 'the second waits for its turn')
    return [result]
  })
  expect(await waiting).toMatchObject({ added: 1 })
})

test('orders that wait for keys get them', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const order = await placeOrder(shop, orderBody([{ product }]))
  // Paid, but its key is gone: what a supplier took back, say.
  await shop.db.run(sql`delete from vault_keys where offer_id = ${product.offerId}`)
  await shop.db.run(sql`update orders set status = 'Processing' where id = ${order.orderId}`)
  await bring(product.offerId, unique())
  await until(async () => (await statusOf(shop, order.orderId)) === 'Delivered', 'the order is delivered')
})

/** Beside the shop, which goes on meanwhile: what the command waits for may be the shop's to end. */
const run = (...args: string[]) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const own = { DATA_DIR: folder, DATABASE_URL: shop.databaseUrl, VAULT_KEYS: VAULT_KEY }
    const options = { cwd: folder, env: { ...childEnv(), ...own }, encoding: 'utf8' } as const
    const child = execFile(process.execPath, [CLI, ...args], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, text: stdout + stderr }),
    )
  })

test('the command: what it says, in whose words, and never a key', async () => {
  const product = await addProduct(shop)
  const sku = product.slug.toUpperCase()
  const secret = `SECRET-${unique()}`
  await writeFile(join(folder, 'keys.txt'), `${secret}\r\n${secret}\r\n${secret}\u0007\r\n`)
  // All of it goes in: only then may a script delete the file.
  const whole = await addProduct(shop)
  await writeFile(join(folder, 'whole.txt'), `${unique()}\n${unique()}\n`)
  expect((await run('import', whole.slug.toUpperCase(), 'whole.txt')).status).toBe(0)

  await writeFile(join(folder, 'empty.txt'), '\ufeff\r\n  \n')

  const said: { status: number; text: string }[] = []
  for (const args of [
    ['import', sku, 'keys.txt', '--report', 'report.csv'],
    ['import', sku, 'keys.txt', '--report', 'report.jsonl'],
    ['count', sku],
    ['count', `${sku.slice(0, -1)}?`],
    ['import', 'NOTHING-LIKE-IT-AT-ALL', 'keys.txt'],
    ['import', sku, 'nowhere.txt'],
    ['import', sku, '.'],
    ['import', sku, 'keys.txt', '--offer-seller', 'Nobody'],
    ['sell', sku],
    ['import', sku, 'empty.txt'],
  ])
    said.push(await run(...args))
  expect(said.map(({ status }) => status)).toEqual([2, 2, 0, 1, 1, 1, 1, 1, 1, 1])
  expect(said.slice(3).every(({ text }) => text.trim().split('\n').length === 1)).toBe(true)
  expect(said[0]!.text).toContain(`${sku} (Latchkey): 1 of 3 keys added, 2 refused`)
  expect(said[1]!.text).toContain('0 of 3 keys added, 3 refused')
  expect(said[2]!.text).toBe(`${sku} (Latchkey): 1 available, 0 reserved, 0 sold\n`)
  expect(said[3]!.text).toContain(`did you mean ${sku}`)
  expect(said[6]!.text).toBe(`keys: ${folder}: this is a folder, not a file\n`)
  expect(said[9]!.text).toBe(`keys: ${join(folder, 'empty.txt')}: no key stands in it\n`)
  expect(await shop.db.query(sql`select 1 from key_batches where source = 'file empty.txt' limit 1`)).toEqual([])
  expect(said[7]!.text).toContain(`the shop has no seller "Nobody"; ${sku} has offers of "Latchkey"`)
  const reports = (
    await Promise.all(['report.csv', 'report.jsonl'].map((name) => readFile(join(folder, name), 'utf8')))
  ).join('')
  expect(reports).toContain('2,,refused,repeated-in-file,stands on line 1 already')
  const database = JSON.stringify(await shop.db.query(sql`select * from key_batches, graphile_worker._private_jobs`))
  for (const text of [...said.map((answer) => answer.text), reports, database]) expect(text).not.toContain('SECRET')
})

test('the command adds nothing of a file with lines that look different from the others, until it is told to', async () => {
  const { offerId, slug } = await addProduct(shop)
  const keys = [1, 2, 3].map(() => `AB12C-${String(Math.random()).slice(2, 7)}-${String(Math.random()).slice(2, 7)}`)
  await writeFile(join(folder, 'table.txt'), ['SECRET', ...keys, `${keys[0]},${keys[1]}`, keys[2]].join('\n'))
  const args = ['import', slug.toUpperCase(), 'table.txt', '--report', 'table.csv']
  const { status, text } = await run(...args)
  expect([status, await stockOf(offerId)]).toEqual([1, 0])
  expect(text).toBe(
    `keys: ${join(folder, 'table.txt')}: nothing was added, for line 1 is shorter than 8 characters; line 5 holds more than one key, or other words. If they are keys, run it again with --odd\n`,
  )
  expect((await readFile(join(folder, 'table.csv'), 'utf8')).split('\n').slice(1)).toEqual([
    '1,,refused,short,is shorter than 8 characters',
    '5,,refused,several,"holds more than one key, or other words"',
    '6,,refused,repeated-in-file,stands on line 4 already',
    '',
  ])
  expect(await run(...args, '--odd')).toMatchObject({ status: 2, text: expect.stringContaining('5 of 6 keys added') })
  expect(await stockOf(offerId)).toBe(5)
})

test('the command finds another seller by every name that he has had, and says that there is none', async () => {
  const product = await addProduct(shop)
  const sku = product.slug.toUpperCase()
  const { id } = await shop.db.one<{ id: number }>(sql`insert into sellers (name) values ('Harbour') returning id`)
  await shop.db.run(sql`update sellers set name = 'Pier & Sons' where id = ${id}`)
  const bringHis = async (seller: string) => {
    await writeFile(join(folder, 'his.txt'), `${unique()}\n`)
    return run('import', sku, 'his.txt', '--offer-seller', seller)
  }
  const none = `keys: ${sku} has no offer of "HARBOUR"; ${sku} has offers of "Latchkey"\n`
  expect(await bringHis('HARBOUR')).toEqual({ status: 1, text: none })
  await shop.db.run(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select product_id, id, ${id}, 900 from skus where sku_code = ${sku}`)
  for (const seller of ['Harbour', ' harbour ', 'PIER & sons'])
    expect([seller, (await bringHis(seller)).text]).toEqual([
      seller,
      `${sku} (Pier & Sons): 1 of 1 keys added, 0 refused\n`,
    ])
  expect((await bringHis('Harbor')).text).toContain('the shop has no seller "Harbor"')
})

test('near codes: typing errors and parts, the nearest first', () => {
  const codes = ['STEAM-10', 'STEAM-100', 'STEAM-20', 'ELDEN-RING-PC', 'OTHER']
  expect(nearCodes('steam-1O', codes)).toEqual(['STEAM-10', 'STEAM-20', 'STEAM-100'])
  expect(nearCodes('elden-ring', codes)).toEqual(['ELDEN-RING-PC'])
  expect(nearCodes('zzzzzzzz', codes)).toEqual([])
})
