// Lists of products for one platform or region (decision A11).
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

test('in a list for one platform a card shows, opens and sells its version for that platform', async ({
  page,
  request,
}) => {
  const { id: classId } = (await (await request.get('/prod-api/api/product/category/info/name/pc-games')).json()).data
  const ask = async (
    more: object,
  ): Promise<{ id: number; name: string; lowPrice: number; inStock: boolean; region: string; sku?: number }[]> =>
    (await (await request.post('/prod-api/api/product/list', { data: { classId, pageSize: 100, ...more } })).json())
      .rows
  const conditions = (await (await request.get(`/prod-api/api/product/condition/list?classId=${classId}`)).json()).data
  const prices = new Map((await ask({})).map(({ id, lowPrice }) => [id, lowPrice]))
  // One whose version for the platform is not the one that other lists show, and can be activated everywhere.
  const found = []
  for (const { id: platform, name } of conditions.plat_list)
    for (const card of await ask({ plat_list: [platform], stock: '0' }))
      if (prices.has(card.id) && prices.get(card.id) !== card.lowPrice && card.region === 'Global')
        found.push({ ...card, platform, on: name })
  const [card] = found
  expect(card, 'the demo shop has such a product').toBeDefined()
  await page.goto(`/search?name=${encodeURIComponent(card!.name)}&platform=${card!.platform}`)
  const shown = page
    .getByRole('region', { name: t('list.results') })
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: card!.name, exact: true }) })
  await expect(shown).toContainText(card!.on)
  await expect(shown).toContainText(card!.lowPrice.toFixed(2))
  await expect(shown.getByRole('link', { name: card!.name, exact: true })).toHaveAttribute(
    'href',
    new RegExp(`[?]sku=${card!.sku}$`),
  )
  await shown.getByRole('button', { name: t('list.buyNow') }).click()
  await expect(page).toHaveURL(/\/checkout/)
  const line = page.getByRole('list', { name: t('checkout.lines') }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(card!.name)
  await expect(line).toContainText(card!.on)
  await expect(line).toContainText(card!.lowPrice.toFixed(2))
})
