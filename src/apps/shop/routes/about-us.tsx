import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'

export const Route = createFileRoute('/about-us')({
  loader: (context) => loadContent('about', context),
  head: ({ match, matches }) => contentHead('about', { match, matches }),
  component: () => <ContentPage name="about" info={Route.useLoaderData().info} />,
})
