import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/accessibility')({
  loader: (context) => loadContent('accessibility', context),
  head: (of) => pageHead(of, contentHead('accessibility', of.match.context.locale)),
  component: () => <ContentPage name="accessibility" info={Route.useLoaderData().info} />,
})
