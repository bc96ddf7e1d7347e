import { createFileRoute, notFound } from '@tanstack/react-router'
import { pageCall } from '#browser/calls.ts'
import { legalNoticeHead } from '#rooms/content/ui/content-route.ts'
import { LegalNoticePage } from '#rooms/content/ui/legal-notice-page.tsx'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/legal-notice')({
  loader: async ({ abortController: { signal } }) => {
    const seller = await pageCall('GET /api/website/seller', {}, { signal })
    // Nobody has been named yet.
    if (!seller) throw notFound()
    return { seller }
  },
  head: (of) => pageHead(of, legalNoticeHead(of.match.context.locale)),
  component: () => <LegalNoticePage seller={Route.useLoaderData().seller} />,
})
