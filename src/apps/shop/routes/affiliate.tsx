import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/affiliate')({
  loader: (context) => loadContent('affiliate', context),
  head: (of) => pageHead(of, contentHead('affiliate', of.match.context.locale)),
  component: () => <ContentPage name="affiliate" info={Route.useLoaderData().info} />,
})
