// LISTEN: what other processes (and this one) changed. Messages may be lost while the connection is down, so a
// reconnection tells every listener to assume that anything may have changed.
import pg from 'pg'
import type { Log } from '../log.ts'

export interface Listener {
  /** `null` means: the connection was lost meanwhile, anything may have changed. */
  on(channel: string, receive: (payload: string | null) => void): void
  /** Takes a session lock that lasts as long as this process lives; false when another session has it. Taken again after a reconnection. */
  tryLock(key: number): Promise<boolean>
  close(): Promise<void>
}

export async function listen(
  url: string,
  channels: string[],
  options: { log: Log; beforeReconnect?: () => Promise<void> },
): Promise<Listener> {
  const receivers = new Map<string, ((payload: string | null) => void)[]>()
  const locks: number[] = []
  let closed = false
  let client: pg.Client
  const tell = (channel: string, payload: string | null) => {
    for (const receive of receivers.get(channel) ?? []) receive(payload)
  }

  async function connect() {
    client = new pg.Client({ connectionString: url, application_name: 'latchkey listen', keepAlive: true })
    let lost = false
    const onLost = () => {
      if (lost || closed) return
      lost = true
      options.log.warn('the connection that hears of changes was lost')
      void reconnect()
    }
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    await client.connect()
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    for (const key of locks) await client.query('select pg_try_advisory_lock($1)', [key])
  }

  async function reconnect() {
    for (let delay = 100; !closed; delay = Math.min(delay * 2, 5_000)) {
      await new Promise((resolve) => setTimeout(resolve, delay))
      try {
        await options.beforeReconnect?.()
        await connect()
        for (const channel of channels) tell(channel, null)
        return
      } catch (err) {
        options.log.warn({ err }, 'the database cannot be reached; trying again')
      }
    }
  }

  await connect()
  return {
    on: (channel, receive) => void receivers.set(channel, [...(receivers.get(channel) ?? []), receive]),
    tryLock: async (key) => {
      const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [key])
      if (rows[0]?.ok) locks.push(key)
      return rows[0]?.ok === true
    },
    close: () => {
      closed = true
      return client.end()
    },
  }
}
