// For the tests of what people in the back office do to orders: who looked acts.
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import type { TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, STRIPE, type TestShop } from '#test/harness.ts'

export function officeActs(world: () => { shop: TestShop; ada: TestStaff }) {
  const look = async ({ orderId }: Bought, as = world().ada) =>
    (await world().shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie: as.cookie } })).body.data

  async function act(order: Bought, name: string, body: object, as = world().ada) {
    const { seen } = await look(order, as)
    return world().shop.call('POST', `/office/orders/${order.orderId}/${name}`, {
      headers: { cookie: as.cookie },
      body: { reason: 'the buyer wrote to us', seen, ...body },
    })
  }

  const auditOf = ({ orderId }: Bought) => auditRows(world().shop.db, { subject: { kind: 'order', id: orderId } })

  async function delivered(count = 2, price?: number): Promise<Bought> {
    const product = await addProduct(world().shop, { keys: count, ...(price !== undefined && { priceCents: price }) })
    const order = await ordered(world().shop, STRIPE, { product, count })
    pay(world().shop, order)
    await reaches(world().shop, order, 'Delivered')
    await quiet(world().shop)
    return order
  }

  return { look, act, auditOf, delivered }
}
