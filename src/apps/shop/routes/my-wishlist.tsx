import { createFileRoute } from '@tanstack/react-router'
import { WishlistPage } from '#rooms/wishes/ui/wishlist-page.tsx'
import { memberHead } from '../member-head.ts'
import { pagedSearch } from '../page-search.ts'

export const Route = createFileRoute('/my-wishlist')({
  validateSearch: pagedSearch,
  staticData: { searchOfBrowser: true },
  head: memberHead,
  component: WishlistPage,
})
