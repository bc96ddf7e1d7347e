// The browser's entry: the page's words first, then it comes alive. The router's own client is enough: Start's adds the
// machinery of server functions (14 kB), of which the shop has none.
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { pageIsAlive } from '#browser/page-main.tsx'
import { reloadWhenChunksAreGone } from '#browser/reload.ts'
import { fetchMessages } from '#platform/i18n/messages.ts'
import { forgetServedHead } from '#rooms/discovery/ui/page-head.ts'
import { getRouter } from './router.tsx'

reloadWhenChunksAreGone()
await fetchMessages(document.documentElement.dataset.locale ?? 'en-US')
const router = getRouter()
// Who leaves while the page is still coming alive leaves once it is: React cannot take over what has gone.
const leave = router.history.block({ blockerFn: () => pageIsAlive.then(() => false), enableBeforeUnload: false })
void pageIsAlive.then(leave)
// The first page stands where it belongs since it was parsed: whoever has scrolled on meanwhile stays there.
let hasMoved = false
router.options.scrollRestoration = () => {
  // The router remembers the places of what has told it that it scrolled.
  if (!hasMoved) document.dispatchEvent(new Event('scroll'))
  return hasMoved
}
router.subscribe('onBeforeLoad', ({ fromLocation }) => {
  hasMoved ||= fromLocation !== undefined
})
router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) forgetServedHead()
})
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />)
})
