// A shop with nothing in it, as it is on its first day: its owner begins by the link that the command prints, and its payments
// are made at a simulator that the test holds in its hand.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import { test as base } from './fixtures.ts'
import { type ShopProcess, startShop } from './shop.ts'

interface NewShop {
  origin: string
  stripe: StripeSimulator
  /** `npm run owner -- EMAIL`: the link that it prints. */
  ownerLink(email: string): Promise<string>
}

async function ownerLink({ origin, dataDir }: ShopProcess, email: string): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: origin }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'owner', '--', email], { env })
  const link = /http:\/\/\S+/.exec(stdout)?.[0]
  if (!link) throw new Error('the command printed no link')
  return link
}

/** Every page is the new shop's, and each test has one of its own. */
export const test = base.extend<{ newShop: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  newShop: async ({}, use) => {
    const secret = () => randomBytes(24).toString('base64url')
    const secrets = { secretKey: `sk_test_${secret()}`, webhookSecret: `whsec_${secret()}` }
    const stripe = await startStripeSimulator({ ...secrets, merchant: 'Moss Keys' })
    const shop = await startShop('new', {
      DEMO: 'off',
      STRIPE_BASE_URL: stripe.url,
      STRIPE_SECRET_KEY: secrets.secretKey,
      STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
    })
    stripe.sendWebhooksTo(`${shop.origin}/prod-api/api/pay/notify/stripe`)
    await use({ origin: shop.origin, stripe, ownerLink: (email) => ownerLink(shop, email) })
    await shop.close()
    await stripe.close()
  },
  baseURL: ({ newShop }, use) => use(newShop.origin),
})
