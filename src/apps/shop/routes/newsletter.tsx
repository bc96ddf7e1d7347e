import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { NewsletterPage } from '#rooms/enquiries/ui/newsletter-page.tsx'

export const Route = createFileRoute('/newsletter')({
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    return pageHead(
      { match, matches },
      {
        meta: [
          { title: `${t('newsletter.title')} | ${siteFacts().name}` },
          { name: 'description', content: t('newsletter.description') },
        ],
      },
    )
  },
  component: NewsletterPage,
})
