import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { countryOptions } from '#shop/catalog/ui/countries.ts'
import { pageHead } from '#shop/discovery/page-head.ts'
import { EnquiryPage } from '#shop/enquiries/ui/enquiry-page.tsx'

export const Route = createFileRoute('/wholesale')({
  loader: ({ context }) => ({ regions: countryOptions(context.locale.tag) }),
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    return pageHead(
      { match, matches },
      {
        path: '/wholesale',
        meta: [
          { title: t('enquiries.wholesale.headTitle') },
          { name: 'description', content: t('enquiries.wholesale.description') },
        ],
      },
    )
  },
  component: Wholesale,
})

function Wholesale() {
  const { regions } = Route.useLoaderData()
  return <EnquiryPage kind="wholesale" regions={regions} />
}
