import { createFileRoute } from '@tanstack/react-router'
import { pageCall } from '#browser/calls.ts'
import { translator } from '#platform/i18n/messages.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { FeedbackPage } from '#rooms/reviews/ui/feedback-page.tsx'

export const Route = createFileRoute('/feedback')({
  loader: ({ abortController: { signal } }) =>
    pageCall('GET /api/bottom/feedbackSummary', { query: { pid: 0 } }, { signal }),
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    return pageHead(
      { match, matches },
      {
        path: '/feedback',
        meta: [{ title: t('feedback.head.title') }, { name: 'description', content: t('feedback.head.description') }],
      },
    )
  },
  component: Feedback,
})

function Feedback() {
  return <FeedbackPage ratings={Route.useLoaderData()} />
}
