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
  /** When it was last known to hear; undefined: it hears. Receivers that are told `null` still see it. */
  readonly deafSince: Date | undefined
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
  const { on, tell } = receivers()
  const locks = new Set<number>()
  const effects: (() => void)[] = []
  let closed = false
  let client: pg.Client
  let lost = () => {}
  /** The one that hears. */
  let standing: pg.Client | undefined
  let heardAt = new Date()
  let deafSince: Date | undefined

  async function connect() {
    // One that is taken while this connection is being made is taken on it, and would be held twice.
    const before = [...locks]
    const mine = clientFor(url)
    client = mine
    // Until it stands, a failure goes to the caller, who tries again; otherwise two would try again side by side.
    const onLost = () => {
      if (standing !== mine || closed) return
      standing = undefined
      deafSince ??= heardAt
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
    standing = mine
    heardAt = new Date()
    lost = onLost
  }

  async function reconnect() {
    for (let delay = 100; !closed; delay = Math.min(delay * 2, 5_000)) {
      await new Promise((resolve) => setTimeout(resolve, delay))
      try {
        await options.beforeReconnect?.()
        await connect()
        for (const channel of channels) tell(channel, null)
        // Unless it was lost again at once.
        if (standing) deafSince = undefined
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
    const at = new Date()
    asked.query('select 1').then(
      () => {
        heardAt = at
      },
      () => {
        if (asked === client) onLost()
      },
    )
  }, ASK_MS)
  return {
    on,
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
    get deafSince() {
      return deafSince
    },
    close: () => {
      closed = true
      clearInterval(asking)
      return endClient(client)
    },
  }
}

const clientFor = (connectionString: string) =>
  new pg.Client({ ...CONNECTION, connectionString, application_name: 'latchkey listen', query_timeout: QUERY_MS })

function receivers() {
  const all = new Map<string, ((payload: string | null) => void)[]>()
  return {
    on: (channel: string, receive: (payload: string | null) => void) =>
      void all.set(channel, [...(all.get(channel) ?? []), receive]),
    tell(channel: string, payload: string | null) {
      for (const receive of all.get(channel) ?? []) receive(payload)
    },
  }
}
