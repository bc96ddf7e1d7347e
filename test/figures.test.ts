import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { figuresOf, openTestShop } from './harness.ts'

test('the handbook for operators names every figure of the shop, and no other', async () => {
  const shop = await openTestShop()
  try {
    const handbook = await readFile(new URL('../docs/operate.md', import.meta.url), 'utf8')
    const all = (text: string, each: RegExp) => [...new Set([...text.matchAll(each)].map(([, name]) => name))].sort()
    const told = await figuresOf(shop)
    // Whether it can serve is asked elsewhere: a collector has nothing written.
    expect(await shop.db.query(sql`select from heartbeats`)).toEqual([])
    const figures = all(told, /^# TYPE (latchkey_\w+)/gm)
    expect(figures).not.toEqual([])
    expect(all(handbook, /^\| `(latchkey_\w+)` \|/gm)).toEqual(figures)
  } finally {
    await shop.close()
  }
})
