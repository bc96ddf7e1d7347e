// A shop whose payment providers the test holds in its hand: what becomes of a payment after its page was left.
import { randomBytes } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import { test as base, expect } from './fixtures.ts'
import { type SecondShop, withSecondShop } from './second-shop.ts'

export interface Paying extends SecondShop {
  stripe: StripeSimulator
  /** The attempt by which the order is to be paid; the simulator knows the payment by it. */
  attemptOf(orderId: string): Promise<string>
  reaches(orderId: string, status: string): Promise<void>
}

/** Every page is this shop's. It is started once per worker: a file of such tests keeps to one. */
export const test = base.extend<object, { paying: Paying }>({
  paying: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const secret = () => randomBytes(24).toString('base64url')
      const secrets = { secretKey: `sk_test_${secret()}`, webhookSecret: `whsec_${secret()}` }
      const stripe = await startStripeSimulator(secrets)
      const env = {
        STRIPE_BASE_URL: stripe.url,
        STRIPE_SECRET_KEY: secrets.secretKey,
        STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
      }
      await withSecondShop('paying', env, async (shop) => {
        stripe.sendWebhooksTo(`${shop.origin}/prod-api/api/pay/notify/stripe`)
        const one = async (statement: ReturnType<typeof sql>) => (await shop.db.one<{ text: string }>(statement)).text
        await use({
          ...shop,
          stripe,
          attemptOf: (orderId) =>
            one(
              sql`select id::text as text from payments where order_id = ${orderId} order by created_at desc, id limit 1`,
            ),
          reaches: (orderId, status) =>
            expect.poll(() => one(sql`select status as text from orders where id = ${orderId}`), status).toBe(status),
        })
      })
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ paying }, use) => use(paying.origin),
})
