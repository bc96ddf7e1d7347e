// The list of payment methods; and webhooks: verify, store, answer. What these say takes effect afterwards, when the provider was asked.
import { failpoint } from '#platform/failpoint.ts'
import { CallError, notFound } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import type { Currencies } from '#rooms/money/hands.ts'
import { paymentsContract } from './contract.ts'
import type { Offers } from './method-health.ts'
import { isForMembers, methodWords } from './methods.ts'
import type { Payments } from './payments.ts'
import type { Marks } from './providers/marks.ts'
import { InvalidSignature, ProviderUnreachable } from './providers/provider.ts'

export interface PaymentsOptions {
  payments: Payments
  offers: () => Promise<Offers>
  currencies: Currencies
  /** How what a provider takes is drawn. */
  marks: (provider: string) => Marks
}

export function paymentsCalls({ payments, offers, currencies, marks }: PaymentsOptions) {
  const handlers: Handlers<typeof paymentsContract> = {
    'GET /api/check/paymentlist': async (_, caller) =>
      (await offers()).list(currencies.all().map(({ code }) => code)).map(({ method, currencies, minimum }) => ({
        id: method.id,
        hint: null,
        ...methodWords(method, caller.locale),
        fee: method.feeBp / 100,
        ...marks(method.provider),
        type: method.provider,
        currency: currencies,
        minimum: Object.fromEntries(Object.entries(minimum).map(([code, least]) => [code, toMajor(least)])),
        productTypes: method.productTypes,
        countries: method.countries,
        countriesExcluded: method.countriesExcluded,
        forMembers: isForMembers(method),
      })),

    'POST /api/pay/notify/{provider}': async ({ params, body }, caller) => {
      const provider = payments.providerOf(params.provider)
      if (!provider?.verifyWebhook) throw notFound()
      try {
        const notice = await provider.verifyWebhook(body, caller.headers)
        failpoint('webhook received')
        await payments.notices.receive(provider, notice)
        failpoint('webhook stored')
      } catch (error) {
        if (error instanceof InvalidSignature) throw new CallError(403, 'error.signature')
        // What verifies it could not be fetched: the provider sends it again.
        if (error instanceof ProviderUnreachable) throw new CallError(503, 'error.unavailable')
        throw error
      }
      return 'received' as const
    },
  }
  return serves(paymentsContract, handlers, {
    'POST /api/pay/notify/{provider}': ({ provider }) => {
      if (!payments.providerOf(provider!)?.verifyWebhook) throw notFound()
    },
  })
}
