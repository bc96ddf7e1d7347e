// Webhooks: verify, store, answer. What they say takes effect afterwards, when the provider was asked.
import { failpoint } from '#platform/failpoint.ts'
import { CallError, notFound } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { paymentsContract } from './contract.ts'
import type { Payments } from './payments.ts'
import { InvalidSignature } from './providers/provider.ts'

export function paymentsCalls(payments: Payments) {
  return serves(paymentsContract, {
    'POST /api/pay/notify/{provider}': async ({ params, body }, caller) => {
      const provider = payments.providerOf(params.provider)
      if (!provider) throw notFound()
      try {
        const notice = provider.verifyWebhook(body, caller.headers)
        failpoint('webhook received')
        await payments.notices.receive(provider, notice)
        failpoint('webhook stored')
      } catch (error) {
        if (error instanceof InvalidSignature) throw new CallError(403, 'error.signature')
        throw error
      }
      return 'received' as const
    },
  })
}
