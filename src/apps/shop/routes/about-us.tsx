import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/about-us')({
  loader: (context) => loadContent('about', context),
  head: (of) => pageHead(of, contentHead('about', of.match.context.locale)),
  component: () => <ContentPage name="about" info={Route.useLoaderData().info} />,
})
