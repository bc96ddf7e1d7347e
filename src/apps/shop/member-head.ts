import { type MessageKey, translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import type { SeoKey } from '#rooms/content/rules.ts'
import { headTexts } from '#rooms/content/ui/page-head.ts'
import { type HeadOf, pageHead } from '#rooms/discovery/ui/page-head.ts'

/** The head of what is behind the login, and of the ways there: nothing to be found. Their own words come with their code. */
export const memberHead = (of: HeadOf, title: MessageKey = 'shell.account', seo?: SeoKey) => {
  const own = { title: `${translator(of.match.context.locale)(title)} · ${siteFacts().name}` }
  return pageHead(of, { meta: seo ? headTexts(of.matches, seo, own) : [own] })
}
