import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'

export const Route = createFileRoute('/affiliate')({
  loader: (context) => loadContent('affiliate', context),
  head: ({ match, matches }) => contentHead('affiliate', { match, matches }),
  component: () => <ContentPage name="affiliate" info={Route.useLoaderData().info} />,
})
