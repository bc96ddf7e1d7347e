// For tests: a port for what must know its address before it listens there.
import { createServer } from 'node:net'

/** Below the ports that systems choose for whoever names none (from 32768 on, or higher): no such listener gets it meanwhile. */
const FIRST = 12_000
const SLICES = 10
/** Test files run in as many processes as vitest has places for; each place has ports of its own. */
const SLICE = 2_000

const start = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % SLICES) * SLICE
/** Another test run on the same machine has the same slices. */
const offset = Math.floor(Math.random() * SLICE)
let given = 0

/** Nobody listens there, and this process gets it once. */
export async function freePort(): Promise<number> {
  while (given < SLICE) {
    const port = start + ((offset + given++) % SLICE)
    if (await isFree(port)) return port
  }
  throw new Error('this process has had all of its ports')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
