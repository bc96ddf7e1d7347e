// Every command that changes something leaves a row of the audit log in the name of whoever runs it, as the calls of the back office
// do (audited.test.ts). What a command can do is read from what it says of itself: a task that is neither run here nor named below
// fails by its name.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { writeReview, writeTicket } from '#rooms/inbox/scene.testing.ts'
import { sayField } from '#rooms/staff/office/audit-facts.ts'
import { sayAct, sayKind, UNSAID } from '#rooms/staff/office/audit-said.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestMember,
  type TestProduct,
  type TestShop,
} from './harness.ts'
import { makeSecrets } from './surroundings.testing.ts'

const CHANGES_NOTHING = [
  ...['keys count', 'balance show', 'members show', 'inbox list', 'inbox show', 'pictures list'],
  ...['methods', 'methods show', 'methods catalogue'],
  ...['orders list', 'orders show', 'orders by-hand', 'orders differences'],
  ...['backup'],
]
/** By the code that `orders hold` runs, and the office, with its tests. */
const ACTS_ON_ORDERS = ['accept', 'refund', 'release', 'lost', 'refunded', 'not-refunded'].map((act) => `orders ${act}`)
/** Its row is the last of the log that it brings back: src/rooms/backup/restored-log.test.ts. */
const BRINGS_ITS_OWN_LOG = ['restore']

const ROOT = join(import.meta.dirname, '..')
const ENGLISH = createTranslate({ tag: 'en', dir: 'ltr' }, [english as WordTree]) as TranslateOffice
const CHINESE = createTranslate({ tag: 'zh-Hans', dir: 'ltr' }, [chinese as WordTree]) as TranslateOffice

const secrets = makeSecrets()
const WHY = 'he asked for it'
let shop: TestShop
let folder: string
let product: TestProduct
let member: TestMember
let files: Map<string, string>
const made: string[] = []
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: secrets.vaultKey })
  folder = await mkdtemp(join(inject('dataDir'), 'commands-'))
  product = await addProduct(shop, { keys: 2 })
  member = await addMember(shop)
  files = await sourcesOfCommands()
})
afterAll(() => shop.close())

/** By the name of a command the file that it runs. */
async function sourcesOfCommands(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const name of await readdir(join(ROOT, 'bin'))) {
    const path = /runTypeScript\('(.+?)'/.exec(await readFile(join(ROOT, 'bin', name), 'utf8'))?.[1]
    if (path && name !== 'operator.mjs') found.set(name.replace('.mjs', ''), join(ROOT, path))
  }
  return found
}

function run(command: string, args: string[], vaultKeys = secrets.vaultKey): Promise<{ status: number; text: string }> {
  const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: shop.databaseUrl, VAULT_KEYS: vaultKeys }
  return new Promise((resolve) => {
    const options = { cwd: folder, env, encoding: 'utf8' } as const
    const child = execFile(process.execPath, [files.get(command)!, ...args], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, text: stdout + stderr }),
    )
  })
}

interface Row {
  act: string
  kind: string
  id: string
  after: Record<string, unknown> | null
  isSealed: boolean
}

/** What the commands of this name have left. */
const rowsBy = (actor: string) =>
  shop.db.query<Row & Record<string, unknown>>(sql`
    select act, subject_kind as kind, subject_id as id, after, sealed is not null as "isSealed" from audit_log
    where actor = ${actor} and staff_id is null order by id`)

/** Runs it in a name of its own; answers the row that it left, the only one. */
async function leaves(command: string, args: string[], vaultKeys?: string): Promise<Row> {
  const [task = ''] = args
  const name = /^[a-z][a-z-]*$/.test(task) ? `${command} ${task}` : command
  const actor = `olga ${made.length}`
  const { status, text } = await run(command, [...args, '--by', actor], vaultKeys)
  expect([name, status, text]).toEqual([name, 0, expect.any(String)])
  const rows = await rowsBy(actor)
  expect([name, rows.length]).toEqual([name, 1])
  made.push(name)
  return rows[0]!
}

test('keys', async () => {
  const sku = product.slug.toUpperCase()
  const key = `KEY-${randomBytes(9).toString('hex').toUpperCase()}`
  await writeFile(join(folder, 'keys.txt'), `${key}\n`)
  const batch = await leaves('keys', ['import', sku, join(folder, 'keys.txt')])
  expect(batch).toMatchObject({ act: 'keyBatch.import', kind: 'keyBatch', after: { skuCode: sku, lines: 1, added: 1 } })
  expect(JSON.stringify(batch)).not.toContain(key)
  expect(await shop.db.one(sql`select actor from key_batches where id = ${batch.id}`)).toEqual({ actor: 'olga 0' })
  await shop.db.run(sql`update vault_keys set state = 'withheld' where offer_id = ${product.offerId}`)
  expect(await leaves('keys', ['release', '--all'])).toMatchObject({
    act: 'keys.release',
    after: { keys: 3, offers: 1 },
  })
})

test('methods of payment', async () => {
  const changed = await leaves('methods', ['set', '2', '--position', '77'])
  expect(changed).toMatchObject({ act: 'method.change', kind: 'method', id: '2', after: { position: 77 } })
  expect(await leaves('methods', ['disable', '2'])).toMatchObject({ act: 'method.disable', after: { enabled: false } })
  expect(await leaves('methods', ['enable', '2'])).toMatchObject({ act: 'method.enable', after: { enabled: true } })
  const added = await leaves('methods', ['add', 'payssion:mpesa_ke'])
  expect(added).toMatchObject({ act: 'method.add', after: { code: 'payssion:mpesa_ke' } })
})

test('the inbox', async () => {
  const ticket = await writeTicket(shop, member)
  expect(await leaves('inbox', ['answer', ticket, '--text', 'Here it is.'])).toMatchObject({
    ...{ act: 'ticket.answer', kind: 'ticket', id: ticket },
    after: { message: expect.any(String) },
  })
  const review = await writeReview(shop)
  expect(await leaves('inbox', ['publish', review])).toMatchObject({ act: 'review.publish', id: review })
  expect(await leaves('inbox', ['reject', review, '--reason', WHY])).toMatchObject({
    act: 'review.reject',
    isSealed: true,
  })
})

test('orders', async () => {
  const { orderId, orderNo } = await placeOrder(shop, orderBody([{ product }]))
  expect(await leaves('orders', ['hold', orderNo, '--reason', WHY])).toMatchObject({ act: 'order.hold', id: orderId })
  expect(await leaves('orders', ['reconcile'])).toMatchObject({ act: 'payments.compare', kind: 'payments' })
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into payment_differences (provider, what, ref, details) values ('stripe', 'paidThereAlone', 'x', '{}') returning id`)
  const [, seen] = /--seen (\S+)/.exec((await run('orders', ['differences'])).text)!
  expect(await leaves('orders', ['settled', String(id), '--seen', seen!, '--reason', WHY])).toMatchObject({
    ...{ act: 'payments.settle', id: String(id) },
    after: { provider: 'stripe', what: 'paidThereAlone', ref: 'x' },
  })
})

test('pictures', async () => {
  const picture = sharp({ create: { width: 600, height: 600, channels: 3, background: '#336' } })
  const file = join(folder, 'picture.png')
  await picture.png().toFile(file)
  const shown = await leaves('pictures', ['set', 'product', product.slug, file])
  const subject = { act: 'product.picture', kind: 'product', id: String(product.productId) }
  expect(shown).toMatchObject({ ...subject, after: { picture: expect.stringMatching(/^[0-9a-f]+$/) } })
  expect(await leaves('pictures', ['clear', 'product', product.slug])).toMatchObject({
    ...subject,
    after: { picture: null },
  })
  const banner = await shop.db.one<{ id: number }>(sql`
    insert into banners (position, title, line, link, genre, seed) values (1, '{}', '{}', '/news', 'rpg', 'a') returning id`)
  expect(await leaves('pictures', ['set', 'banner', String(banner.id), file, '--rtl'])).toMatchObject({
    ...{ act: 'banner.picture', kind: 'banner', id: String(banner.id) },
    after: { rtlPicture: expect.any(String) },
  })
  const news = await shop.db.one<{ id: number }>(sql`
    insert into news (title, content, author, genre, seed) values ('{}', '{}', 'Ada', 'rpg', 'a') returning id`)
  expect(await leaves('pictures', ['clear', 'news', String(news.id)])).toMatchObject({
    ...{ act: 'news.picture', kind: 'news', id: String(news.id) },
    after: { picture: null },
  })
})

test('a supplier’s feed, of which each batch that changes something is one, and one that changes nothing none', async () => {
  const feed = (...rows: string[]) =>
    writeFile(join(folder, 'feed.csv'), ['ref,name,price,genres,release_date', ...rows, ''].join('\n'))
  const file = join(folder, 'feed.csv')
  await feed('1,Moss,9.99,Action,2020-01-01')
  const made = { act: 'feed.import', kind: 'feed', id: 'feed', after: { file: 'feed.csv', created: 1, offers: 1 } }
  expect(await leaves('import', [file])).toMatchObject(made)
  expect((await run('import', [file, '--by', 'nobody'])).status).toBe(0)
  expect(await rowsBy('nobody')).toEqual([])
  await feed('1,Moss,8.99,Action,2020-01-01')
  expect((await leaves('import', [file])).after).toEqual({ file: 'feed.csv', changed: 1, prices: 1 })
})

test('members and what they have', async () => {
  const about = { kind: 'member', id: member.id, isSealed: true }
  const who = member.username
  const reason = ['--reason', WHY]
  expect(await leaves('balance', ['credit', who, '12.50', '--reference', 'his letter', ...reason])).toMatchObject({
    act: 'balance.credit',
    ...about,
  })
  expect(await leaves('balance', ['debit', who, '12.50', '--reference', 'his call', ...reason])).toMatchObject({
    act: 'balance.debit',
    ...about,
  })
  expect(await leaves('members', ['block', who, ...reason])).toMatchObject({
    ...{ act: 'member.block', ...about },
    after: { blocked: true, sessionsEnded: 1 },
  })
  expect(await leaves('members', ['unblock', who, ...reason])).toMatchObject({ act: 'member.unblock', ...about })
  expect(await leaves('members', ['end-sessions', who, ...reason])).toMatchObject({
    act: 'member.endSessions',
    ...about,
  })
  await shop.db.run(sql`
    insert into totp_secrets (member_id, sealed, enabled_at) values (${member.id}, ${shop.shop.ground.keyring.seal('totp', 'KRUGS4Q', member.id)}, now())`)
  expect(await leaves('members', ['totp-off', who, ...reason])).toMatchObject({ act: 'member.totpOff', ...about })
  expect(await leaves('members', ['close', who, ...reason])).toMatchObject({ act: 'member.close', kind: 'member' })
})

test('the keyring, last, and who is made an owner', async () => {
  const keys = `${randomBytes(32).toString('base64')},${secrets.vaultKey}`
  expect(await leaves('keys', ['reseal'], keys)).toMatchObject({
    act: 'keys.reseal',
    after: { keys: expect.any(Number) },
  })
  expect((await run('owner', ['root@staff.example'], keys)).status).toBe(0)
  const rows = await shop.db.query(sql`select 1 from audit_log where act = 'staff.invite' and staff_id is null`)
  expect(rows).toHaveLength(1)
  made.push('owner')
})

test('whatever they have written is said in both languages of the back office', async () => {
  const rows = await shop.db.query<{ act: string; kind: string; facts: string[] }>(sql`
    select distinct act, subject_kind as kind, array(
      select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) order by 1) as facts from audit_log`)
  const unsaid = rows.flatMap(({ act, kind, facts }) =>
    [
      [sayAct, act] as const,
      [sayKind, kind] as const,
      ...facts.filter((fact) => fact !== UNSAID).map((fact) => [sayField, fact] as const),
    ].flatMap(([say, name]) =>
      say(ENGLISH, name) === name || !/\p{Script=Han}/u.test(say(CHINESE, name)) ? [`${act}: ${name}`] : [],
    ),
  )
  expect(unsaid).toEqual([])
})

test('no task of a command was left out', async () => {
  const tasks: string[] = []
  for (const [command, path] of files) {
    const usage = /const USAGE = `([^`]+)`/.exec((await readFile(path, 'utf8')).replaceAll('\\`', ''))![1]!
    const own = [...usage.matchAll(/^npm run ([a-z]+)(?: -- ([a-z][a-z-]*))?/gm)].filter(([, name]) => name === command)
    tasks.push(...own.map(([, name, task]) => (task ? `${name} ${task}` : name!)))
  }
  const known = [...made, ...CHANGES_NOTHING, ...ACTS_ON_ORDERS, ...BRINGS_ITS_OWN_LOG]
  expect(tasks.filter((task) => !known.includes(task))).toEqual([])
  // And nothing is named that is no task any more.
  expect(known.filter((task) => !tasks.includes(task))).toEqual([])
})
