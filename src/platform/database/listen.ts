// LISTEN: what other processes (and this one) changed. Messages may be lost while the connection is down, so a
// reconnection tells every listener to assume that anything may have changed.
import pg from 'pg'
import type { Log } from '../log.ts'
import { CONNECTION, endClient, hangUpOn, NOTICE_LOSS } from './connection.ts'

export interface Listener {
  /** `null` means: the connection was lost meanwhile, anything may have changed. */
  on(channel: string, receive: (payload: string | null) => void): void
  /** Takes a session lock that lasts as long as this process lives; false when another session has it. Taken again after a reconnection. */
  tryLock(key: number): Promise<boolean>
  /** Gives a lock of `tryLock` back. */
  unlock(key: number): Promise<void>
  /** Runs after the connection was lost and made again, with its locks held again. */
  onReconnect(effect: () => void): void
  close(): Promise<void>
}

/** A statement here sets or takes something and waits for nobody. */
const QUERY_MS = 5_000
/** How often the connection is asked whether it still is one: what is not heard cannot be missed. */
const ASK_MS = 15_000

export interface ListenOptions {
  log: Log
  beforeReconnect?: () => Promise<void>
}

export async function listen(url: string, channels: string[], options: ListenOptions): Promise<Listener> {
  const receivers = new Map<string, ((payload: string | null) => void)[]>()
  const locks = new Set<number>()
  const effects: (() => void)[] = []
  let closed = false
  let client: pg.Client
  let lost = () => {}
  const tell = (channel: string, payload: string | null) => {
    for (const receive of receivers.get(channel) ?? []) receive(payload)
  }

  async function connect() {
    // One that is taken while this connection is being made is taken on it, and would be held twice.
    const before = [...locks]
    client = new pg.Client({
      ...CONNECTION,
      connectionString: url,
      application_name: 'latchkey listen',
      query_timeout: QUERY_MS,
    })
    const mine = client
    // Until it is connected, a failure goes to the caller, who tries again; otherwise two would try again side by side.
    let stands = false
    const onLost = () => {
      if (!stands || closed) return
      stands = false
      hangUpOn(mine)
      options.log.warn('the connection that hears of changes was lost')
      void reconnect()
    }
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    try {
      await client.connect()
      await client.query(NOTICE_LOSS)
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      for (const key of before) if (locks.has(key)) await client.query('select pg_try_advisory_lock($1)', [key])
    } catch (error) {
      await endClient(client)
      throw error
    }
    stands = true
    lost = onLost
  }

  async function reconnect() {
    for (let delay = 100; !closed; delay = Math.min(delay * 2, 5_000)) {
      await new Promise((resolve) => setTimeout(resolve, delay))
      try {
        await options.beforeReconnect?.()
        await connect()
        for (const channel of channels) tell(channel, null)
        for (const effect of effects) effect()
        return
      } catch (err) {
        options.log.warn({ err }, 'the database cannot be reached; trying again')
      }
    }
  }

  await connect()
  // A host that vanished sends no error; a session that a pooler took away sends none either.
  const asking = setInterval(() => {
    const [asked, onLost] = [client, lost]
    asked.query('select 1').catch(() => {
      if (asked === client) onLost()
    })
  }, ASK_MS)
  return {
    on: (channel, receive) => void receivers.set(channel, [...(receivers.get(channel) ?? []), receive]),
    tryLock: async (key) => {
      const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [key])
      if (rows[0]?.ok) locks.add(key)
      return rows[0]?.ok === true
    },
    unlock: async (key) => {
      locks.delete(key)
      await client.query('select pg_advisory_unlock($1)', [key])
    },
    onReconnect: (effect) => void effects.push(effect),
    close: () => {
      closed = true
      clearInterval(asking)
      return endClient(client)
    },
  }
}
