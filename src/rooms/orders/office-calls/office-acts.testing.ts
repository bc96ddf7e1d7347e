// For the tests of what people in the back office do to orders: who looked acts.
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import type { TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, STRIPE, type TestShop } from '#test/harness.ts'

export function officeActs(of: () => { shop: TestShop; ada: TestStaff }) {
  const look = async ({ orderId }: Bought, as = of().ada) =>
    (await of().shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie: as.cookie } })).body.data

  async function act(order: Bought, name: string, body: object, as = of().ada) {
    const { seen } = await look(order, as)
    return of().shop.call('POST', `/office/orders/${order.orderId}/${name}`, {
      headers: { cookie: as.cookie },
      body: { reason: 'the buyer wrote to us', seen, ...body },
    })
  }

  const auditOf = ({ orderId }: Bought) => auditRows(of().shop.db, { subject: { kind: 'order', id: orderId } })

  async function delivered(count = 2, price?: number): Promise<Bought> {
    const product = await addProduct(of().shop, { keys: count, ...(price !== undefined && { priceCents: price }) })
    const order = await ordered(of().shop, STRIPE, { product, count })
    pay(of().shop, order)
    await reaches(of().shop, order, 'Delivered')
    await quiet(of().shop)
    return order
  }

  return { look, act, auditOf, delivered }
}
