// What shoppers wrote, in lists, pages and files of the back office: as text and nothing else.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { takeFile } from './support/lists.ts'
import { test } from './support/members.ts'
import { enterDemo, onlyAtTheDoor } from './support/office.ts'
import { makeOrder } from './support/shopping.ts'

/** In every field that a shopper can write. */
const HOSTILE = [`=HYPERLINK("http://x.example","y")`, `<script>window.ran=1</script>`, `<img src=x onerror="window.ran=1">`, `\u202Egpj.exe\u2066\u200F`] // biome-ignore format: one kind after another
const hostile = (start: string) => `${start}${HOSTILE.slice(1).join(' ')}`

test('what shoppers wrote is text in every list, page and file: nothing runs, no formula begins, and no letter turns its neighbours', {
  tag: '@once:desktop',
}, async ({ page, context, request, db, troubles }) => {
  const mark = randomUUID().slice(0, 8)
  const email = `hostile-${mark}@buyer.example`
  const answer = await request.post('/prod-api/api/bottom/saveDeal', {
    data: {
      ...{ id: randomUUID(), type: '1', email, confirmEmail: email, region: 'NL' },
      fillname: `=1+1<script>window.ran=1</script>\u202Egpj`,
      message: hostile(HOSTILE[0]!),
    },
  })
  expect((await answer.json()).code).toBe(200)
  const { orderId } = await makeOrder(context, KEYS)
  await db.run(
    sql`update orders set note = ${hostile('@')}, delivery_email = ${`"=1+1<b>${mark}\u202E"@buyer.example`} where id = ${orderId}`,
  )

  await enterDemo(page, `/office/orders/${orderId}`)
  const note = page.locator('bdi', { hasText: HOSTILE[1]! })
  await expect(note.first()).toBeVisible()
  for (const each of [`/office/orders?q=${orderId}&columns=number,buyer,total`, `/office/inbox?q=${email}`]) {
    await page.goto(each)
    await expect(
      page
        .locator('main bdi:visible', { hasText: mark })
        .or(page.locator('main bdi:visible', { hasText: '<script>' }))
        .first(),
    ).toBeVisible()
    await isolated(page)
    const rows = await takeFile(page)
    const cells = rows.slice(1).flat()
    expect(cells.some((cell) => cell.includes('<'))).toBe(true)
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@]|[\u202A-\u202E\u2066-\u2069\u200F]|[\r\n]/)
  }
  await page.locator('a[data-item]:visible').first().click()
  await expect(page.locator('main bdi:visible', { hasText: 'HYPERLINK' }).first()).toBeVisible()
  await isolated(page)
  onlyAtTheDoor(troubles)
})

/** Nothing of it was HTML; whatever turns directions stands in an element that keeps it to itself. */
async function isolated(page: Page) {
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined()
  expect(await page.locator('main script, main img[src="x"]').count()).toBe(0)
  const loose = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!/[\u202A-\u202E\u2066-\u2069\u200F]/.test(text.data)) continue
      const keeps = (element: Element | null): boolean =>
        element !== null &&
        (/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi) ||
          keeps(element.parentElement?.closest('bdi') ?? null))
      if (!keeps(text.parentElement)) found.push(text.data.slice(0, 40))
    }
    return found
  })
  expect(loose).toEqual([])
}
