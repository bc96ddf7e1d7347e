// The checks of who imports whom, of whose tables a statement names, and of how long files are, find what they are there to find.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const CHECKS = join(import.meta.dirname, '..', 'bin')

let tree: string
beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'latchkey-tree-'))
})
afterEach(() => rm(tree, { recursive: true }))

async function judged(files: Record<string, string>, check = 'boundaries.mjs'): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, name)), { recursive: true })
    await writeFile(join(tree, name), text)
  }
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(CHECKS, check), tree], { encoding: 'utf8' })
  expect(status).toBe(stderr ? 1 : 0)
  return stderr || stdout
}

test('what is allowed passes', async () => {
  const said = await judged({
    'platform/money.ts': '',
    'rooms/orders/store.ts': "import { x } from '#platform/money.ts'\nimport { a } from '#rooms/vault/hands.ts'",
    'rooms/orders/ui/page.tsx': "import type { C } from '../contract.ts'\nimport { r } from '#rooms/vault/rules.ts'",
    'rooms/orders/contract.ts': '',
    'rooms/vault/hands.ts': "export { a } from './store.ts'",
    'rooms/vault/store.ts': '',
    'rooms/vault/rules.ts': '',
    'rooms/vault/tables.ts': "import { orders } from '#rooms/orders/tables.ts'",
    'rooms/vault/import-tables.ts': "import { orderNotes } from '#rooms/orders/note-tables.ts'",
    'rooms/orders/tables.ts': '',
    'rooms/orders/note-tables.ts': "import { orders } from './tables.ts'",
  })
  expect(said).toBe('boundaries: 11 files, no crossing\n')
})

test.each([
  ['the ground, a room', 'platform/log.ts', "import { x } from '#rooms/vault/rules.ts'", 'platform/ may use'],
  ['the design system, an application', 'ui/button.tsx', "import '#apps/shop/router.tsx'", 'ui/ may use'],
  ['a simulator, the shop', 'simulators/stripe.ts', "import '#platform/money.ts'", 'simulators/ may use'],
  ['a room, another’s store', 'rooms/orders/api.ts', "import { x } from '#rooms/vault/store.ts'", 'hands.ts'],
  ['a room, another’s store by type', 'rooms/orders/api.ts', "import type { X } from '#rooms/vault/store.ts'", 'hands'],
  ['a page, its room’s store', 'rooms/orders/ui/page.tsx', "import { x } from '../store.ts'", 'browsers reach'],
  ['a page, a contract’s code', 'rooms/orders/ui/page.tsx', "import { C } from '../contract.ts'", 'import type'],
  [
    'a page, what is handed out',
    'rooms/orders/ui/page.tsx',
    "import { x } from '#rooms/vault/hands.ts'",
    'browsers reach',
  ],
  ['a page, the server’s ground', 'rooms/orders/ui/page.tsx', "import { log } from '#platform/log.ts'", 'server only'],
  [
    'the shop, the office',
    'apps/shop/x.ts',
    "import { x } from '#rooms/staff/office/words.ts'",
    'no part of what others',
  ],
  [
    'whatever runs, what describes tables',
    'rooms/orders/api.ts',
    "import { STATUSES } from './tables.ts'",
    'by `import type` alone',
  ],
  [
    'whatever runs, what describes more of them',
    'rooms/orders/api.ts',
    "import { CAUSES } from './note-tables.ts'",
    'by `import type` alone',
  ],
  ['a file, itself through another', 'art/a.ts', "import './b.ts'", 'art/a.ts → art/b.ts → art/a.ts'],
])('%s: refused', async (_, file, text, message) => {
  expect(await judged({ 'art/b.ts': "import './a.ts'", [file]: text })).toContain(message)
})

test.each([
  ['a store', "export { x } from './store.ts'", 'rooms/orders/rules.ts imports rooms/orders/store.ts'],
  ['the server’s ground', "import { sha256 } from '#platform/crypto.ts'", 'server only'],
  [
    'a contract’s code, through one more file',
    "export { x } from './other-rules.ts'",
    'other-rules.ts imports rooms/orders/contract.ts',
  ],
])('rules that a page loads may not bring along %s', async (_, text, message) => {
  const said = await judged({
    'rooms/orders/ui/page.tsx': "import { r } from '../rules.ts'",
    'rooms/orders/other-rules.ts': "import { C } from './contract.ts'",
    'rooms/orders/rules.ts': text,
  })
  expect(said).toContain(message)
})

test('what no page loads may bring along what it needs', async () => {
  const said = await judged({
    'rooms/orders/rules.ts': "import { sha256 } from '#platform/crypto.ts'",
    'rooms/orders/ui/page.tsx': "import type { R } from '../rules.ts'",
  })
  expect(said).toBe('boundaries: 2 files, no crossing\n')
})

test('rooms in a circle are refused, also by types and pages', async () => {
  const said = await judged({
    'rooms/a/ui/page.tsx': "import type { B } from '#rooms/b/contract.ts'",
    'rooms/b/api.ts': "import { x } from '#rooms/a/hands.ts'",
  })
  expect(said).toContain('rooms import each other in a circle: a → b → a')
})

const TABLES = {
  'rooms/orders/tables.ts':
    "export const orders = pgTable('orders', {})\nexport const orderLines = pgTable(\n  'order_lines',\n  {})",
  'rooms/payments/tables.ts': "export const payments = pgTable('payments', {})",
  'rooms/payments/refund-tables.ts': "export const refunds = pgTable('refunds', {})",
  'rooms/vault/tables.ts': "export const vaultKeys = pgTable('vault_keys', {})",
  'rooms/visits/tables.ts': "export const visits = pgTable('visits', {})",
}
const PURCHASE = 'sql`with paid as (update payments set state = 1) update vault_keys set state = 1`'

test('a room may change its own tables, read what it is said to read, and a purchase change all in its two files', async () => {
  const said = await judged(
    {
      ...TABLES,
      'rooms/orders/store.ts': 'sql`update orders set status = 1 from payments p where p.order_id = orders.id`',
      'rooms/orders/settling/settle-store.ts': PURCHASE,
      'rooms/orders/making/make-store.ts': PURCHASE,
      'rooms/visits/store.ts': "sql`select 'from orders' as orders from visits where at > 1 -- not from payments\n`",
    },
    'statements.mjs',
  )
  expect(said).toBe('statements: 6 tables, each changed by its room\n')
})

test.each([
  [
    'an update',
    'orders/hold-store.ts',
    'sql`update payments set state = 1`',
    'changes payments: it belongs to payments',
  ],
  ['an update of more tables', 'orders/store.ts', 'sql`update refunds set state = 1`', 'it belongs to payments'],
  [
    'a name for statements that are shared',
    'visits/store.ts',
    'fragment`orders`',
    'hands on orders: it belongs to orders',
  ],
  ['a look in a part', 'visits/store.ts', 'fragment`left join orders o on true`', 'reads orders'],
  ['a deletion', 'orders/store.ts', 'sql`delete from vault_keys where id = 1`', 'changes vault_keys'],
  ['a second statement of a purchase', 'orders/late.ts', PURCHASE, 'changes vault_keys'],
  ['an insertion', 'visits/store.ts', 'sql<Row>`\n  insert into orders (id) values (1)`', 'by an event'],
  ['a look', 'visits/store.ts', 'sql`select from visits join orders o on true`', 'reads orders: it belongs to orders'],
  [
    'a look behind a part that is chosen',
    'visits/store.ts',
    `sql\`select 1 \${all ? fragment\`a\` : fragment\`b \${{ c: '}' }}\`} union select 1 from orders\``,
    'reads orders',
  ],
  [
    'a look in a part that is chosen',
    'visits/store.ts',
    `sql\`select \${a ? fragment\`1 from orders\` : 2}\``,
    'reads orders',
  ],
  ['a look behind a comma', 'visits/store.ts', 'sql`select from visits v, orders o`', 'reads orders'],
])('%s at a table of another room: refused', async (_, file, statement, message) => {
  expect(await judged({ ...TABLES, [`rooms/${file}`]: statement }, 'statements.mjs')).toContain(message)
})

test('a file of more than 300 lines is refused, one of tests as well; one that a program writes is not', async () => {
  const lines = (count: number) => 'x\n'.repeat(count)
  const short = { 'src/a.ts': lines(300), 'src/routes.gen.ts': lines(999), 'docs/a.md': lines(999) }
  expect(await judged(short, 'lengths.mjs')).toBe('lengths: 1 files, none above 300 lines\n')
  const said = await judged({ 'src/a.test.ts': lines(301), 'test/b.test.ts': `${lines(310)}x` }, 'lengths.mjs')
  expect(said.split('\n').map((line) => line.split(',')[0])).toEqual([
    'src/a.test.ts has 301 lines',
    'test/b.test.ts has 311 lines',
    '',
  ])
})
