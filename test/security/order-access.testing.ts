// For the tests of who may see an order: its tokens, and what an answer sets.
import { createOrderAccess, type LinkValidity } from '#rooms/orders/buyer/access.ts'
import type { PlacedOrder, TestShop } from '../harness.ts'

export const cookieNamed = (name: string, cookie: string) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(cookie)?.[1] ?? ''
/** What the browser's cookie holds of the order: its id and its token. */
export const token = (order: PlacedOrder) => cookieNamed('orders', order.cookie)
export const cookieOf = (value: string) => ({ cookie: `orders=${value}` })
export const setCookies = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')

export function orderAccess(shop: () => TestShop) {
  const access = () => createOrderAccess({ db: shop().db, keyring: shop().shop.ground.keyring, https: false })
  const link = (orderId: string, validity: LinkValidity = 'order', linkVersion = 1) =>
    access().linkToken({ id: orderId, linkVersion }, validity)

  return { link }
}
