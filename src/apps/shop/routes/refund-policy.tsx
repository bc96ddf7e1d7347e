import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/refund-policy')({
  loader: (context) => loadContent('refunds', context),
  head: (of) => pageHead(of, contentHead('refunds', of.match.context.locale)),
  component: () => <ContentPage name="refunds" info={Route.useLoaderData().info} />,
})
