// For the tests of orders that wait for keys.
import { loseKeys, ordered } from '#rooms/payments/scene.testing.ts'
import { addProduct, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

export const BY = { actor: 'ada', reason: 'it is right so' }

export function waitingOrders(shop: () => TestShop) {
  const acts = () => createActs({ db: shop().db, settling: settlingBesideShop(() => 'shop.test') })

  /** Orders of one key each (or `count`) whose keys are lost: paid, they wait. */
  async function waiting(howMany: number, count = 1) {
    const product = await addProduct(shop(), { keys: howMany * count })
    const orders = []
    for (let i = 0; i < howMany; i++) orders.push(await ordered(shop(), STRIPE, { product, count }))
    await loseKeys(shop(), product.offerId)
    return { product, orders }
  }

  return { acts, waiting }
}
