import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { ConversationPage } from '#rooms/enquiries/ui/conversation-page.tsx'

export const Route = createFileRoute('/enquiry')({
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    return pageHead(
      { match, matches },
      {
        meta: [
          { title: `${t('enquiries.conversation.title')} | ${siteFacts().name}` },
          { name: 'description', content: t('enquiries.conversation.intro') },
        ],
      },
    )
  },
  component: ConversationPage,
})
