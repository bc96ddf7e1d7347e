// What an operator says of his shop in a setting and every language's words repeat: `{{shop}}`, `{{within}}`. On the server
// it comes with the request, in the browser with the page.
import { createIsomorphicFn } from '@tanstack/react-start'
import { requestScope, type SiteFacts } from '../request-scope.ts'
import { EVERY_LANGUAGE, LOCALES, type Offered } from './locales.ts'

const UNSAID: SiteFacts = { name: '', answerDays: 2, alwaysOpen: false, since: 0 }

let read: SiteFacts | undefined

export const siteFacts = createIsomorphicFn()
  .server((): SiteFacts => requestScope.getStore()?.site ?? UNSAID)
  .client((): SiteFacts => {
    read ??= JSON.parse(document.documentElement.dataset.site ?? 'null') as SiteFacts | undefined
    return read ?? UNSAID
  })

const offeredBy = new WeakMap<SiteFacts, Offered>()

/** The languages between which a visitor of this page may choose. */
export function offeredHere(): Offered {
  const facts = siteFacts()
  const known = offeredBy.get(facts)
  if (known) return known
  const locales = LOCALES.filter(({ code }) => facts.languages?.includes(code) ?? true)
  const first = locales.find(({ code }) => code === facts.language) ?? locales[0] ?? EVERY_LANGUAGE.first
  const offered = { locales, first }
  offeredBy.set(facts, offered)
  return offered
}
