import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'

export const Route = createFileRoute('/accessibility')({
  loader: (context) => loadContent('accessibility', context),
  head: ({ match, matches }) => contentHead('accessibility', { match, matches }),
  component: () => <ContentPage name="accessibility" info={Route.useLoaderData().info} />,
})
