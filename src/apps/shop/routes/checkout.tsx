import { createFileRoute } from '@tanstack/react-router'
import { pageCall } from '#browser/calls.ts'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { CheckoutPage } from '#rooms/checkout/ui/checkout-page.tsx'
import { paintedWhole } from '#rooms/checkout/ui/painted-whole.ts'
import { waitingMark } from '#rooms/checkout/ui/waiting-mark.ts'
import { headTexts } from '#rooms/content/ui/page-head.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/checkout')({
  loader: async () => {
    const [methods, threshold, charge, waiver] = await Promise.all([
      pageCall('GET /api/check/paymentlist', {}),
      pageCall('GET /api/home/config/configKey/{key}', { params: { key: 'order.threshold.amount' } }),
      pageCall('GET /api/home/config/configKey/{key}', { params: { key: 'order.service.charge' } }),
      pageCall('GET /api/check/waiver', {}),
    ])
    return { methods, waiver, charges: { serviceThreshold: Number(threshold), serviceCharge: Number(charge) } }
  },
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    const meta = headTexts(matches, 'page_checkout', {
      title: `${t('checkout.title')} · ${siteFacts().name}`,
      description: t('shell.footer.line'),
    })
    // Nothing to be found: what it shows is in one visitor's cart.
    return { ...pageHead({ match, matches }, { meta, links: paintedWhole() }), scripts: waitingMark() }
  },
  component: Checkout,
})

function Checkout() {
  return <CheckoutPage {...Route.useLoaderData()} />
}
