import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '#rooms/members/ui/reset-page.tsx'
import { memberHead } from '../member-head.ts'
import { resetSearch } from '../page-search.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: resetSearch,
  staticData: { searchOfBrowser: true },
  head: (of) => {
    const head = memberHead(of, 'shell.logIn')
    // The code of the link goes nowhere else.
    return { ...head, meta: [...head.meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: ResetPage,
})
