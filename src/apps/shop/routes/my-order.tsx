import { createFileRoute } from '@tanstack/react-router'
import { MyOrdersPage } from '#rooms/orders/ui/mine/orders-page.tsx'
import { memberHead } from '../member-head.ts'
import { mineSearch } from '../page-search.ts'

export const Route = createFileRoute('/my-order')({
  validateSearch: mineSearch,
  staticData: { searchOfBrowser: true },
  head: (of) => memberHead(of),
  component: MyOrdersPage,
})
