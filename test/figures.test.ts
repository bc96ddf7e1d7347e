import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { figuresOf, openTestShop } from './harness.ts'

test('the handbook for operators names every figure of the shop, and no other', async () => {
  const shop = await openTestShop()
  try {
    const handbook = await readFile(new URL('../docs/operate.md', import.meta.url), 'utf8')
    const all = (text: string, each: RegExp) => [...new Set([...text.matchAll(each)].map(([, name]) => name))].sort()
    const figures = all(await figuresOf(shop), /^# TYPE (latchkey_\w+)/gm)
    expect(figures).not.toEqual([])
    expect(all(handbook, /^\| `(latchkey_\w+)` \|/gm)).toEqual(figures)
  } finally {
    await shop.close()
  }
})
