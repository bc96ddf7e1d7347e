import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { type HeadOf, pageHead } from '#rooms/discovery/ui/page-head.ts'

/** The head of every page behind the login: nothing to be found, and the same for all of them until its words are there. */
export const memberHead = (of: HeadOf & { match: { context: { locale: { code: string; tag: string } } } }) => {
  const t = translator(of.match.context.locale)
  return pageHead(of, { meta: [{ title: `${t('shell.account')} · ${siteFacts().name}` }] })
}
