import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { headTexts } from '#rooms/content/ui/page-head.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { LoginPage } from '#rooms/sessions/ui/login-page.tsx'
import { loginSearch } from '../page-search.ts'

export const Route = createFileRoute('/login')({
  validateSearch: loginSearch,
  staticData: { searchOfBrowser: true },
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    const meta = headTexts(matches, 'page_login', { title: `${t('shell.logIn')} · ${siteFacts().name}` })
    return pageHead({ match, matches }, { meta })
  },
  component: LoginPage,
})
