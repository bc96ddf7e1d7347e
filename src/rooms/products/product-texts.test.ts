// What an operator or a feed says of a product, in whatever language, and what nobody said.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  product = await addProduct(shop, { name: 'Told in one language' })
  await shop.db.run(sql`
    update products set description = '{"de": "Nur auf Deutsch.", "it": "", "pl": "Po polsku."}', explanation = '{"en-US": "", "fr": "Seulement"}',
      publisher = 'Lichen House', ext_img = 'https://pictures.example/p.png', seo_title = '{"en-US": "Own title", "de": "Eigener Titel"}',
      seo_keywords = '{"en-US": "one, two"}', seo_description = '{"en-US": "Own description."}'
    where id = ${product.productId}`)
  await until(async () => (await page('/games')).includes('Told in one language'), 'it is listed')
})
afterAll(() => shop.close())

const page = async (path: string, language = 'en-US') =>
  (await fetch(shop.shop.origin + path, { headers: { cookie: `locale=${language}` } })).text()
const info = async (language = 'en-US') => {
  const path = `/api/product/info?zhname=${product.slug}&categoryName=games`
  return (await shop.call('GET', path, { headers: { 'accept-language': language } })).body.data.iProductInfo
}

test('a text in one language alone is shown in it, and said to be in it', async () => {
  expect(await info()).toMatchObject({
    description: 'Nur auf Deutsch.',
    descriptionLanguage: 'de',
    explanation: 'Seulement',
    explanationLanguage: 'fr',
  })
  expect(await info('pl')).toMatchObject({ description: 'Po polsku.', descriptionLanguage: 'pl' })
  expect(await info('it')).toMatchObject({ description: 'Nur auf Deutsch.', descriptionLanguage: 'de' })
  expect(await page(`/games/${product.slug}`)).toMatch(/lang="de"[^>]*>(<[^>]+>)*Nur auf Deutsch/)
})

test('so is a category’s name and a content page', async () => {
  await shop.db.run(sql`insert into categories (slug, name) values ('solo', '{"fr": "Seule"}')`)
  await shop.db.run(sql`
    insert into website_infos (type, content) values (1, '{"cz": "Jen česky"}') on conflict (type) do update set content = excluded.content`)
  const name = async () => (await shop.call('GET', '/api/product/category/info/name/solo')).body.data?.name
  await until(async () => (await name()) === 'Seule', 'the category is known')
  const { body } = await shop.call('GET', '/api/website/info/1')
  expect(body.data.content).toContain('Jen česky')
})

test('the product’s own search texts stand in its head, its publisher and picture in its data', async () => {
  const html = await page(`/games/${product.slug}`)
  expect(html).toContain('<title>Own title</title>')
  expect(html).toMatch(/name="description" content="Own description\."/)
  expect(html).toMatch(/name="keywords" content="one, two"/)
  expect(html).toContain('https://pictures.example/p.png')
  expect(await info()).toMatchObject({ publisher: 'Lichen House', extImg: 'https://pictures.example/p.png' })
})

test('a version of which nobody said where it works is not said to work everywhere', async () => {
  const html = await page(`/games/${product.slug}`)
  expect(html).toContain('Where this version activates is not stated.')
  expect(html).not.toContain('Activates in every country')
  await shop.db.run(sql`
    update skus set region_id = (select id from facet_values where kind = 'region' and code = 'global') where id = ${product.skuId}`)
  await until(
    async () => (await page(`/games/${product.slug}`)).includes('Activates in every country'),
    'the page says that it works everywhere',
  )
})
