import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/privacy-policy')({
  loader: (context) => loadContent('privacy', context),
  head: (of) => pageHead(of, contentHead('privacy', of.match.context.locale)),
  component: () => <ContentPage name="privacy" info={Route.useLoaderData().info} />,
})
