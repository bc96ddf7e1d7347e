// Whether the database answers at this moment, known before anybody asks it something: a call that would wait for its time
// limit fails at once, and a page that is known is shown instead.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Age } from './age.ts'
import { CONNECTION, clientsOf, endPool } from './connection.ts'

const ASK_MS = 2_000
/** While it is away, and after the first question in vain. */
const ASK_AGAIN_MS = 250
const ANSWER_MS = 3_000
/** One may be our own fault: a process that was too busy to hear. */
const IN_VAIN = 2

export interface Pulse {
  isAway(): boolean
  close(): Promise<void>
}

/** `onAway`: called when it ceases to answer. `age`: told with each answer how far the journal is. */
export function takePulse(url: string, age: Age, onAway: () => void): Pulse {
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString: url,
    application_name: 'latchkey pulse',
    max: 1,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  pool.on('error', () => {})
  const clients = clientsOf(pool)
  const closing = new AbortController()
  let inVain = 0

  async function ask() {
    for (;;) {
      await pause(inVain > 0 ? ASK_AGAIN_MS : ASK_MS, undefined, { signal: closing.signal })
      try {
        const { known } = age
        const { rows } = await pool.query<{ batch: number }>('select batch from journal')
        age.heard(Number(rows[0]!.batch), known)
        inVain = 0
      } catch {
        if (++inVain === IN_VAIN && !closing.signal.aborted) onAway()
      }
    }
  }
  const asking = ask().catch(() => {})

  return {
    isAway: () => inVain >= IN_VAIN,
    async close() {
      closing.abort()
      await Promise.all([asking, endPool(pool, clients)])
    },
  }
}
