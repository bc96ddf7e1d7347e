// The generator's process: a Load on stdin, the figures on stdout.
import autocannon from 'autocannon'
import type { Load, Measured } from './load.ts'

let input = ''
for await (const chunk of process.stdin) input += chunk
const load = JSON.parse(input) as Load

const requests = load.requests?.map(({ path, body, headers }) => ({
  method: load.method ?? 'GET',
  path,
  body,
  headers: { ...load.headers, ...headers },
}))
/** Each connection asks for its own part of the list: side by side they would ask for the same, and one answer would do for all. */
let connection = 0
function own(list: NonNullable<typeof requests>) {
  const nth = connection++
  return list.length < load.connections ? list : list.filter((_, i) => i % load.connections === nth)
}

const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  amount: load.total,
  overallRate: load.perSecond,
  method: load.method ?? 'GET',
  headers: load.headers,
  requests: requests?.slice(0, 1),
  setupClient: (client) => requests && client.setRequests(own(requests)),
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
