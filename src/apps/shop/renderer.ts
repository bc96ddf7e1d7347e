// The renderer's entry: one request in, one whole page out (no streaming: a page is kept and compressed as a whole).

import { defineHandlerCallback, getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, StartServer } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { requestScope } from '#platform/request-scope.ts'

/** As the library's own renderer to a string, but that the page itself goes by the scope of the request. */
const renderWhole = defineHandlerCallback(async ({ router, responseHeaders }) => {
  try {
    const html = await transformHtmlStringWithRouter(router, renderToString(createElement(StartServer, { router })))
    const take = requestScope.getStore()?.take
    take?.(html)
    return new Response(take ? null : html, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    router.serverSsr?.cleanup()
  }
})

export default { fetch: createStartHandler(renderWhole) }
