// Figures for /metrics, in Prometheus' text format.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { keptLook } from './kept-look.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    /** A figure that this process knows, read when somebody asks. */
    watch(name: string, help: string, read: () => number) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    /** A figure that the database knows, looked for once a second at most, however many ask; 0 while it cannot be read. */
    lookUp(name: string, help: string, read: () => Promise<number>) {
      const look = keptLook(read)
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await look().catch(() => 0))
        },
      })
    },
    calls: new Histogram({
      name: 'latchkey_call_seconds',
      help: 'Time to answer a call',
      labelNames: ['call', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    pages: new Counter({
      name: 'latchkey_pages_total',
      help: 'Pages served, by how',
      labelNames: ['cache'],
      registers,
    }),
    purges: new Counter({
      name: 'latchkey_purges_total',
      help: 'Requests to the cache in front to drop pages, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'latchkey_connections_refused_total',
      help: 'Connections that found no place, by why: as many as MOST_CONNECTIONS are open, or one client has his share',
      labelNames: ['why'],
      registers,
    }),
    suspicious: new Counter({
      name: 'latchkey_suspicious_requests_total',
      help: 'Requests refused because no page of the shop and no provider sends such: foreign origins, forged notices',
      labelNames: ['call', 'reason'],
      registers,
    }),
  }
}
