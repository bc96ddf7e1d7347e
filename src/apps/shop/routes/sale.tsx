import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { EnquiryPage } from '#rooms/enquiries/ui/enquiry-page.tsx'

export const Route = createFileRoute('/sale')({
  loader: async ({ context }) => {
    const { countryOptions } = await import('#rooms/countries/ui/countries.ts')
    return { regions: countryOptions(context.locale.tag) }
  },
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    return pageHead(
      { match, matches },
      {
        path: '/sale',
        meta: [
          { title: t('enquiries.sale.headTitle') },
          { name: 'description', content: t('enquiries.sale.description') },
        ],
      },
    )
  },
  component: Sale,
})

function Sale() {
  const { regions } = Route.useLoaderData()
  return <EnquiryPage kind="sale" regions={regions} />
}
