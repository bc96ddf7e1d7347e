import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'

export const Route = createFileRoute('/condition')({
  loader: (context) => loadContent('conditions', context),
  head: ({ match, matches }) => contentHead('conditions', { match, matches }),
  component: () => <ContentPage name="conditions" info={Route.useLoaderData().info} />,
})
