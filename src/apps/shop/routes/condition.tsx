import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/condition')({
  loader: (context) => loadContent('conditions', context),
  head: (of) => pageHead(of, contentHead('conditions', of.match.context.locale)),
  component: () => <ContentPage name="conditions" info={Route.useLoaderData().info} />,
})
