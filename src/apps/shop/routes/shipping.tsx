import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/shipping')({
  loader: (context) => loadContent('shipping', context),
  head: (of) => pageHead(of, contentHead('shipping', of.match.context.locale)),
  component: () => <ContentPage name="shipping" info={Route.useLoaderData().info} />,
})
