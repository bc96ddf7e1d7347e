// The browser's entry: the page's words first, then it comes alive. The router's own client is enough: Start's adds the
// machinery of server functions (14 kB), of which the shop has none.
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { fetchMessages } from '#platform/i18n/messages.ts'
import { getRouter } from './router.tsx'

await fetchMessages(document.documentElement.dataset.locale ?? 'en-US')
startTransition(() => {
  hydrateRoot(document, <RouterClient router={getRouter()} />)
})
