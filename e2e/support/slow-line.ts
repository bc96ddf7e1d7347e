// A slow line between the browser and the shop.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The shop at `origin` over a line that stops in the middle of a page, before `stop`, until it is let go. */
export async function slowLine(origin: string, stop: string) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const server = createServer((asked, answered) => {
    const headers = { ...asked.headers, host: new URL(origin).host, 'accept-encoding': 'identity' }
    if (asked.headers.origin) Object.assign(headers, { origin })
    const passed = request(origin + asked.url, { method: asked.method, headers }, async (answer) => {
      const { statusCode = 502, headers } = answer
      answered.writeHead(statusCode, headers)
      const page = headers['content-type']?.startsWith('text/html') ? await text(answer) : ''
      if (!page.includes(stop)) return page ? answered.end(page) : answer.pipe(answered)
      const at = page.indexOf(stop)
      answered.write(page.slice(0, at))
      await promise
      answered.end(page.slice(at))
    })
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    slow: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letGo,
    async [Symbol.asyncDispose]() {
      letGo()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
