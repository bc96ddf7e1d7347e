import { createFileRoute } from '@tanstack/react-router'
import { MyKeysPage } from '#rooms/orders/ui/mine/keys-page.tsx'
import { memberHead } from '../member-head.ts'
import { mineSearch } from '../page-search.ts'

export const Route = createFileRoute('/my-keys')({
  validateSearch: mineSearch,
  staticData: { searchOfBrowser: true },
  head: (of) => memberHead(of),
  component: MyKeysPage,
})
