// Webhooks: verify, store, answer. What they say takes effect in a job, after the provider was asked.
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { CallError, notFound } from '#platform/http/errors.ts'
import { room } from '#platform/http/serve.ts'
import { paymentsContract } from './contract.ts'
import type { Payments } from './payments.ts'
import { InvalidSignature } from './providers/provider.ts'
import { storeEvent } from './store.ts'

export function paymentsRoom(db: Database, payments: Payments, origin: () => string) {
  return room(paymentsContract, {
    'POST /api/pay/notify/{provider}': async ({ params, body }, caller) => {
      const provider = payments.providerOf(params.provider)
      if (!provider) throw notFound()
      try {
        const notice = provider.verifyWebhook(body, caller.headers)
        failpoint('webhook received')
        await storeEvent(db, provider.id, notice, notice.shop === '' || notice.shop === new URL(origin()).host)
        failpoint('webhook stored')
      } catch (error) {
        if (error instanceof InvalidSignature) throw new CallError(403, 'error.signature')
        throw error
      }
      return 'received' as const
    },
  })
}
