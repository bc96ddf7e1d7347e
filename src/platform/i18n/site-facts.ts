// What an operator says of his shop in a setting and every language's words repeat: `{{shop}}`, `{{within}}`. On the server
// it comes with the request, in the browser with the page.
import { createIsomorphicFn } from '@tanstack/react-start'
import { requestScope, type SiteFacts } from '../request-scope.ts'
import { LOCALES, type Offered } from './locales.ts'

const UNSAID: SiteFacts = { name: '', answerDays: 2, alwaysOpen: false, since: 0 }

let read: SiteFacts | undefined

export const siteFacts = createIsomorphicFn()
  .server((): SiteFacts => requestScope.getStore()?.site ?? UNSAID)
  .client((): SiteFacts => {
    read ??= JSON.parse(document.documentElement.dataset.site ?? 'null') as SiteFacts | undefined
    return read ?? UNSAID
  })

/** The languages between which a visitor of this page may choose. */
export function offeredHere(): Offered {
  const { languages, language } = siteFacts()
  const locales = languages ? LOCALES.filter(({ code }) => languages.includes(code)) : LOCALES
  return { locales, first: locales.find(({ code }) => code === language) ?? locales[0]! }
}
