// The generator's process: a Load on stdin, the figures on stdout.
import autocannon from 'autocannon'
import type { Load, Measured } from './load.ts'

let input = ''
for await (const chunk of process.stdin) input += chunk
const load = JSON.parse(input) as Load

const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  overallRate: load.perSecond,
  method: load.method ?? 'GET',
  headers: load.headers,
  requests: load.requests?.map(({ path, body }) => ({
    method: load.method ?? 'GET',
    path,
    body,
    headers: load.headers,
  })),
})
const measured: Measured = {
  // What is refused is quick, and no page.
  perSecond: result['2xx'] / result.duration,
  p50: result.latency.p50,
  p95: result.latency.p97_5,
  p99: result.latency.p99,
  errors: result.errors + result.non2xx,
}
process.stdout.write(JSON.stringify(measured))
