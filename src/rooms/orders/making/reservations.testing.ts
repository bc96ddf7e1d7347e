// For the tests of reservations: a shop with the defaults, and orders from wherever a test says.
import { parseConfig } from '#platform/config.ts'
import { type Answer, orderBody, type TestProduct, type TestShop } from '#test/harness.ts'

export const DEFAULTS = parseConfig({}).unpaid
export const env = (limits: typeof DEFAULTS) => ({
  UNPAID_PER_MAILBOX: String(limits.perMailbox),
  UNPAID_PER_ADDRESS: String(limits.perAddress),
  UNPAID_STOCK_PERCENT: String(limits.stockPercent),
})

export interface Wish {
  from: string
  product: TestProduct
  count?: number
  email?: string
  altcha?: string
}

export const said = ({ status, body }: Answer) => (status === 200 ? 'made' : body.msg)

export function reserving(shop: () => TestShop) {
  let client = 0

  /** An address that nobody has ordered from. */
  const newClient = () => `198.51.${Math.floor(++client / 250)}.${client % 250}`

  const order = ({ from, product, count = 1, email = 'buyer@example.com', altcha }: Wish) =>
    shop().call('POST', '/api/check/createOrder', {
      body: { ...orderBody([{ product, count }], { email }), altcha },
      headers: { 'x-forwarded-for': from },
    })

  return { newClient, order }
}
