import { type MessageKey, translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import type { SeoKey } from '#rooms/content/rules.ts'
import { headTexts } from '#rooms/content/ui/page-head.ts'
import { type HeadOf, pageHead } from '#rooms/discovery/ui/page-head.ts'

/** The head of a page about one order, whose address is told to nobody. */
export const orderHead = (of: HeadOf, seo: SeoKey, title: MessageKey = 'pay.result.pageTitle') => {
  const own = { title: `${translator(of.match.context.locale)(title)} · ${siteFacts().name}` }
  return pageHead(of, { meta: [...headTexts(of.matches, seo, own), { name: 'referrer', content: 'no-referrer' }] })
}
