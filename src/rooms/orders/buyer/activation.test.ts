// What a buyer is told of how to use his key: on the product's page, in the mail that brings it, and wherever he finds it again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { activationSteps, redeemPage } from '#rooms/content/hands.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { addMember, addProduct, attemptOf, openTestShop, orderBody, placeOrder, STRIPE, type TestShop } from '#test/harness.ts' // biome-ignore format: one line

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const STEAM = activationSteps('steam', 'en-US')
const GOG = activationSteps('gog', 'en-US')

/** Of a product whose own guide is GOG's. */
async function versionFor(platform: string) {
  const product = await addProduct(shop, { keys: 1 })
  await shop.db.run(sql`update products set activation = 'gog' where id = ${product.productId}`)
  await shop.db.run(sql`
    update skus set platform_ids = array[(select id from facet_values where kind = 'platform' and code = ${platform})]
    where id = ${product.skuId}`)
  return product
}

test('a key for Steam of a product whose guide is GOG’s comes with the steps and the page of Steam, wherever it is shown', async () => {
  const product = await versionFor('steam')
  const member = await addMember(shop)
  const headers = { authorization: `Bearer ${member.token}` }
  const order = await placeOrder(shop, orderBody([{ product }], { email: member.email, paymentId: STRIPE }), headers)
  shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  const { id, sealed } = await until(
    () =>
      shop.db.maybe<{ id: string; sealed: Buffer }>(
        sql`select id, sealed from mails where recipient = ${member.email} and template = 'delivery' and state = 'kept'`,
      ),
    'its mail is written',
  )
  const mail = openMail(shop.shop.ground.keyring, { id, sealed })
  for (const step of STEAM) expect(mail.text).toContain(step)
  expect(mail.text).toContain(redeemPage('steam'))
  expect(mail.html).toContain(redeemPage('steam'))
  expect(mail.text + mail.html).not.toContain('gog.com')

  const library = await shop.call('GET', '/api/profile/keys?pageNum=1', { headers })
  expect(library.body.rows).toMatchObject([{ activation: STEAM, redeemUrl: redeemPage('steam') }])
  const shown = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers })
  expect(shown.body.data).toMatchObject([{ activation: STEAM }])
})

/** One version for each. */
async function gogAndSteam() {
  const product = await versionFor('gog')
  const { steamId } = await shop.db.one<{ steamId: number }>(sql`
    insert into skus (product_id, sku_code, position, platform_ids)
    values (${product.productId}, ${`${product.slug}-for-steam`}, 1, array[(select id from facet_values where kind = 'platform' and code = 'steam')])
    returning id as "steamId"`)
  return { ...product, steamId }
}

test('a product tells of each version how its own keys are used', async () => {
  const { slug, skuId, steamId } = await gogAndSteam()
  const { body } = await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)
  const { skus, activation } = body.data
  const ofVersion = (wanted: number) => activation[skus.find(({ id }: { id: number }) => id === wanted).guide]
  expect(ofVersion(skuId)).toEqual(GOG)
  expect(ofVersion(steamId)).toEqual(STEAM)
  expect(activation).toHaveLength(2)
})

test('its page shows the guide of the version that the address names, and keeps the others for another choice', async () => {
  const { slug, skuId, steamId } = await gogAndSteam()
  /** First steps, by whether they are hidden. */
  const shownAt = async (sku: number) => {
    const page = await (await fetch(`${shop.shop.origin}/games/${slug}?sku=${sku}&lang=en-US`)).text()
    const guides = page.matchAll(
      /<div([^>]*)>(?:<!--[^>]*-->)*<ol data-activation.*?<span class="min-w-0[^>]*>([^<]*)/gs,
    )
    return [...guides].map(([, hidden, step]) => [hidden === '' ? 'shown' : hidden!.trim().slice(0, 6), step])
  }
  const [gog, steam] = [GOG[0], STEAM[0]]
  expect(await shownAt(skuId)).toEqual([['shown', gog], ['hidden', steam]]) // biome-ignore format: one line
  expect(await shownAt(steamId)).toEqual([['hidden', gog], ['shown', steam]]) // biome-ignore format: one line
})
