// A new shop is told what it has to do before it sells, and that it is done.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContent } from '#demo/content.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, PAYSSION, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ DEMO: 'off' })
  ada = await addStaff(shop, { role: 'reader' })
})
afterAll(() => shop.close())

const steps = async (): Promise<Record<string, boolean>> => {
  const { body } = await shop.call('GET', '/office/first-steps', { headers: { cookie: ada.cookie } })
  return Object.fromEntries(body.data.map(({ step, isDone }: { step: string; isDone: boolean }) => [step, isDone]))
}

test('each step is done when the shop says so, and not before', async () => {
  await shop.db.run(sql`update payment_methods set enabled = false`)
  await until(async () => !(await steps()).payment, 'no method is offered')
  expect(await steps()).toEqual({
    ...{
      name: false,
      seller: false,
      legal: false,
      currencies: false,
      payment: false,
      mail: false,
      product: false,
      keys: false,
      purchase: false,
      live: false,
    },
  })
  await shop.db.run(sql`update payment_methods set enabled = true where provider = 'balance'`)
  await shop.db.run(sql`
    insert into website_infos (type, content, changed_by)
    select type, '{"en-US":"Text"}', ${ada.email} from unnest('{1,2,3}'::int[]) as t(type)`)
  await addProduct(shop, { keys: 0 })
  await until(async () => (await steps()).product, 'the product is listed')
  // Three of four pages, a method that brings no money, and a product without keys.
  expect(await steps()).toMatchObject({ legal: false, payment: false, product: true, keys: false })

  await shop.db.run(
    sql`insert into website_infos (type, content, changed_by) values (5, '{"en-US":"Text"}', ${ada.email})`,
  )
  await shop.db.run(sql`update payment_methods set enabled = true`)
  await until(async () => (await steps()).payment, 'a method is offered')
  const order = await ordered(shop, PAYSSION)
  expect(await steps()).toMatchObject({ legal: true, keys: true, purchase: false })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await steps()).toMatchObject({ purchase: true, mail: false, name: false, live: false })
  // Whoever tries it gives the money back at the end.
  pay(shop, order, { outcome: 'refunded' })
  await reaches(shop, order, 'Refunded')
  expect(await steps()).toMatchObject({ purchase: true })
})

test('legal pages as the demo wrote them are still to be written', async () => {
  const was = await openTestShop({ DEMO: 'off' })
  try {
    const owner = await addStaff(was)
    const isDone = async () => {
      const steps: { step: string; isDone: boolean }[] = await askAs(was, owner, 'GET /office/first-steps')
      return steps.find(({ step }) => step === 'legal')?.isDone
    }
    await was.db.transaction((tx) => insertContent(tx, { shopName: 'Keys', supportEmail: 'desk@keys.example' }))
    expect(await isDone()).toBe(false)
    for (const page of ['conditions', 'privacy', 'refunds', 'contact']) {
      expect(await isDone()).toBe(false)
      const { text }: { text: Record<string, string> } = await askAs(was, owner, `GET /office/pages/${page}`)
      await askAs(was, owner, `POST /office/pages/${page}`, {
        changes: [{ field: 'text.en-US', from: text['en-US'], to: `What holds at Keys: ${page}.` }],
      })
    }
    expect(await isDone()).toBe(true)
  } finally {
    await was.close()
  }
})

test('a demo has nothing to do, and whoever may not see what needs attention sees no steps', async () => {
  const demo = await openTestShop({ DEMO: 'on', SHOP_NAME: 'Keys' })
  try {
    const { cookie } = await addStaff(demo, { role: 'reader' })
    expect((await demo.call('GET', '/office/first-steps', { headers: { cookie } })).body.data).toEqual([])
    expect((await demo.call('GET', '/office/first-steps', {})).status).toBe(401)
  } finally {
    await demo.close()
  }
})
