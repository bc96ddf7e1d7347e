import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { call } from '#shop/calls.ts'
import { CheckoutPage } from '#shop/orders/ui/checkout-page.tsx'

export const Route = createFileRoute('/checkout')({
  loader: async () => {
    const [methods, threshold, charge] = await Promise.all([
      call('GET /api/check/paymentlist', {}),
      call('GET /api/home/config/configKey/{key}', { params: { key: 'order.threshold.amount' } }),
      call('GET /api/home/config/configKey/{key}', { params: { key: 'order.service.charge' } }),
    ])
    return { methods, charges: { serviceThreshold: Number(threshold), serviceCharge: Number(charge) } }
  },
  head: ({ match }) => {
    const { locale } = match.context
    return {
      meta: [{ title: `${translator(locale)('checkout.title')} · Latchkey` }, { name: 'robots', content: 'noindex' }],
    }
  },
  component: Checkout,
})

function Checkout() {
  const { methods, charges } = Route.useLoaderData()
  return <CheckoutPage methods={methods} charges={charges} />
}
