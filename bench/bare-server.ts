// The limit for a cached page: node:http that sends these bytes with these headers and does nothing else.
import { createServer } from 'node:http'

let input = ''
for await (const chunk of process.stdin) input += chunk
const { headers, body } = JSON.parse(input) as { headers: Record<string, string>; body: string }
const bytes = Buffer.from(body, 'base64')
const server = createServer((_, res) => {
  res.writeHead(200, headers)
  res.end(bytes)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as { port: number }).port}\n`))
