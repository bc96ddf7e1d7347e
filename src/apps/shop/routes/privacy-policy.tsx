import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'

export const Route = createFileRoute('/privacy-policy')({
  loader: (context) => loadContent('privacy', context),
  head: ({ match, matches }) => contentHead('privacy', { match, matches }),
  component: () => <ContentPage name="privacy" info={Route.useLoaderData().info} />,
})
