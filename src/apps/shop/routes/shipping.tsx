import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'

export const Route = createFileRoute('/shipping')({
  loader: (context) => loadContent('shipping', context),
  head: ({ match, matches }) => contentHead('shipping', { match, matches }),
  component: () => <ContentPage name="shipping" info={Route.useLoaderData().info} />,
})
