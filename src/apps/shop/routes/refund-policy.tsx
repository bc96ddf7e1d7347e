import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'

export const Route = createFileRoute('/refund-policy')({
  loader: (context) => loadContent('refunds', context),
  head: ({ match, matches }) => contentHead('refunds', { match, matches }),
  component: () => <ContentPage name="refunds" info={Route.useLoaderData().info} />,
})
