// What orders that are made in the back office are made of.
import { expect, type Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { wordsOf } from './office.ts'

/** A product with one version, called `Gift …`; the id of its offer. */
export async function onSale(db: Database, code: string, stock: number): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    with made as (
      insert into products (category_id, slug, name)
      select id, ${code.toLowerCase()}, jsonb_build_object('en-US', ${`Gift ${code}`}::text) from categories order by id limit 1 returning id
    ), version as (insert into skus (product_id, sku_code) select id, ${code} from made returning id, product_id)
    insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
    select product_id, id, (select id from sellers where is_shop), 1250, 'supplier', ${stock} from version returning id`)
  return id
}

/** Finds it in the dialog of products and takes it. */
export async function addLine(page: Page, language: 'en-US' | 'zh-CN', code: string) {
  const t = wordsOf(language)
  await page.getByRole('button', { name: t('order.new.add') }).click()
  const dialog = page.getByRole('dialog')
  const search = dialog.getByLabel(t('orders.productSearch'))
  await expect(search).toBeFocused()
  await search.fill(code)
  await search.press('Enter')
  await dialog.getByRole('button', { name: t('order.new.take') }).click()
  await expect(dialog).toBeHidden()
}
