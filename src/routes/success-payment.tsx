import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { call } from '#shop/calls.ts'
import { ResultPage } from '#shop/orders/ui/result-page.tsx'

// The query is read in the browser only: the page is the same for everybody until then.
export const Route = createFileRoute('/success-payment')({
  loader: () => call('GET /api/check/paymentlist', {}),
  head: ({ match }) => {
    const { locale } = match.context
    return {
      meta: [
        { title: `${translator(locale)('pay.result.pageTitle')} · Latchkey` },
        { name: 'robots', content: 'noindex' },
        { name: 'referrer', content: 'no-referrer' },
      ],
    }
  },
  component: Result,
})

function Result() {
  return <ResultPage methods={Route.useLoaderData()} />
}
