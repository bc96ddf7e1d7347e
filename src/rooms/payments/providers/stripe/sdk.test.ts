// A shop that has nothing to do with Stripe yet starts without its SDK; it is loaded when it is wanted, and again when it could not be.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { anAttempt } from '../attempt.testing.ts'
import { ProviderUnreachable } from '../provider.ts'
import { createStripe } from './adapter.ts'

/** In a process of its own: in this one it may have been loaded before. */
const PROGRAM = `
import { registerHooks } from 'node:module'
let loaded = 0
registerHooks({
  load(url, context, next) {
    if (url.includes('/node_modules/stripe/')) loaded += 1
    return next(url, context)
  },
})
const { stripeProvider } = await import('#rooms/payments/providers/stripe/provider.ts')
const stripe = stripeProvider.connect({ secretKey: 'sk_test_key', webhookSecret: 'whsec_test' }, {})
const seen = [loaded > 0]
await stripe.verifyWebhook(Buffer.from('{}'), new Headers({ 'stripe-signature': 't=1,v1=00' })).catch(() => undefined)
seen.push(loaded > 0)
console.log(JSON.stringify(seen))
`

test('the SDK is loaded when Stripe is to be believed, and not before', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: join(import.meta.dirname, '../../../../..'),
    encoding: 'utf8',
  })
  expect(JSON.parse(said)).toEqual([false, true])
})

test('Stripe is asked again whose SDK could not be loaded the first time', async () => {
  // Nobody listens there.
  const server = { host: '127.0.0.1', port: 1, protocol: 'http' } as const
  const stripe = createStripe({ secretKey: 'sk_test_key', webhookSecret: 'whsec_test', ...server })
  vi.doMock('stripe', () => {
    throw new Error('not there')
  })
  await expect(stripe.create(anAttempt())).rejects.not.toBeInstanceOf(ProviderUnreachable)
  vi.doUnmock('stripe')
  await expect(stripe.create(anAttempt())).rejects.toBeInstanceOf(ProviderUnreachable)
})
