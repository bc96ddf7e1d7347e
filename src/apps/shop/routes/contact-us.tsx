import { createFileRoute } from '@tanstack/react-router'
import { ContactFacts } from '#rooms/content/ui/contact-facts.tsx'
import { ContentPage } from '#rooms/content/ui/content-page.tsx'
import { contentHead, loadContent } from '#rooms/content/ui/content-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'

export const Route = createFileRoute('/contact-us')({
  loader: (context) => loadContent('contact', context),
  head: (of) => pageHead(of, contentHead('contact', of.match.context.locale)),
  component: () => (
    <ContentPage name="contact" info={Route.useLoaderData().info}>
      <ContactFacts />
    </ContentPage>
  ),
})
