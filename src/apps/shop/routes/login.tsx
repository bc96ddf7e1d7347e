import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#rooms/sessions/ui/login-page.tsx'
import { memberHead } from '../member-head.ts'
import { loginSearch } from '../page-search.ts'

export const Route = createFileRoute('/login')({
  validateSearch: loginSearch,
  staticData: { searchOfBrowser: true },
  head: (of) => memberHead(of, 'shell.logIn', 'page_login'),
  component: LoginPage,
})
