// The way to the checkout and to a delivered order without clicking through it, for tests about what comes then.
import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { type CartLine, totalCount, writeCart } from '../../src/rooms/cart/rules.ts'
import { expect } from './fixtures.ts'

/** Puts the promoted offers of products, by their paths, into the browser's cart. */
export async function fillCart(
  context: BrowserContext,
  wanted: Record<string, number>,
  shop = process.env.SHOP_URL!,
): Promise<CartLine[]> {
  const lines: CartLine[] = []
  for (const [path, count] of Object.entries(wanted)) {
    const [, categoryName, zhname] = path.split('/')
    const { iProductInfo, extInfo, offers } = await call(
      context,
      'GET',
      '/api/product/info',
      { categoryName, zhname },
      shop,
    )
    const offer = offers.find((one: { extId: number }) => one.extId === extInfo.id)
    lines.push({ productId: iProductInfo.id, skuId: extInfo.id, offerId: offer.id, count })
  }
  await context.addCookies([
    { name: 'cartList', value: writeCart(lines), url: shop },
    { name: 'totalCount', value: String(totalCount(lines)), url: shop },
  ])
  return lines
}

/** So many lines of things that nobody sells. */
export const fillWithOthers = (context: BrowserContext, count: number) => {
  const lines = Array.from({ length: count }, (_, n) => ({ productId: 999, skuId: 999, offerId: 1e6 + n, count: 1 }))
  return context.addCookies([{ name: 'cartList', value: writeCart(lines), url: process.env.SHOP_URL! }])
}

export interface MadeOrder {
  orderId: string
  orderNo: string
  /** Where it is paid; missing where its provider is away. */
  url?: string
}

/** An order of this browser that nobody has paid yet, by this provider or the first. */
export async function makeOrder(
  context: BrowserContext,
  path: string,
  shop = process.env.SHOP_URL!,
  provider?: string,
): Promise<MadeOrder> {
  const [line] = await fillCart(context, { [path]: 1 }, shop)
  await context.clearCookies({ name: /^(cartList|totalCount)$/ })
  const methods: { id: number; type: string }[] = await call(context, 'GET', '/api/check/paymentlist', {}, shop)
  const method = methods.find(({ type }) => type === provider) ?? methods[0]!
  const waiver = await call(context, 'GET', '/api/check/waiver', {}, shop)
  const orderList = {
    deliveryEmail: `${randomUUID()}@example.com`,
    paymentId: method.id,
    currencyId: 1,
    realAmount: 0,
    waiver: waiver && { version: waiver.version, accepted: true },
  }
  const body = {
    orderList,
    productId: [line!.productId],
    productCount: [1],
    supplyProductId: [line!.offerId],
    extId: [line!.skuId],
  }
  // What it costs is said by the refusal of an order that costs nothing; beside us somebody may set another fee or rate.
  for (let asked = 0; asked < 5; asked++) {
    const made = await call(context, 'POST', '/api/check/createOrder', body, shop)
    if (made?.orderId) return made
    if (typeof made?.total !== 'number') throw new Error(`no order: ${JSON.stringify(made)}`)
    orderList.realAmount = made.total
  }
  throw new Error('the price changes each time')
}

/** One whose provider is there: it can be paid at its `url`. */
export async function makePayableOrder(...of: Parameters<typeof makeOrder>): Promise<Required<MadeOrder>> {
  const { url, ...order } = await makeOrder(...of)
  if (!url) throw new Error('the provider did not open a payment')
  return { ...order, url }
}

/** An order of this browser whose keys are there: the path of its page. */
export async function makeDeliveredOrder(context: BrowserContext, path: string): Promise<string> {
  const { orderId, url } = await makePayableOrder(context, path)
  await context.request.post(url, { form: { outcome: 'completed' }, maxRedirects: 0 })
  await expect
    .poll(async () => (await call(context, 'GET', `/api/pay/detail/${orderId}`)).orderStatus)
    .toBe('Delivered')
  return `/success-payment?order_id=${orderId}`
}

async function call(
  context: BrowserContext,
  method: 'GET' | 'POST',
  path: string,
  content: object = {},
  shop = process.env.SHOP_URL!,
) {
  const address = `${shop}/prod-api${path}`
  const answer =
    method === 'GET'
      ? await context.request.get(address, { params: content as Record<string, string> })
      : await context.request.post(address, { data: content })
  return (await answer.json()).data
}
