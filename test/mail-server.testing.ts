// A mail server that takes what comes, or for a while nothing.
import { SMTPServer } from 'smtp-server'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { freePort } from './free-port.testing.ts'

export async function openMailServer() {
  const mails = {
    taken: [] as string[],
    isAway: false,
    before: undefined as ((to: string[]) => Promise<unknown>) | undefined,
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume().on('end', async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        await mails.before?.(to)
        if (mails.isAway) return done(Object.assign(new Error('not now'), { responseCode: 451 }))
        mails.taken.push(...to)
        done()
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return Object.assign(mails, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  })
}

/** `taken`: the addresses that have mail, in their order. `before`: what it waits for before it takes one. */
export type MailServer = Awaited<ReturnType<typeof openMailServer>>

/** What has been tried in vain is not tried again until it comes back; nothing of it is under way. */
export async function waitsForIt(db: Database): Promise<void> {
  const later = sql`update graphile_worker._private_jobs set run_at = now() + interval '1 day' where attempts > 0 and locked_at is null`
  const soon = sql`
    select 1 from graphile_worker._private_jobs where attempts > 0 and (locked_at is not null or run_at < now() + interval '1 hour')`
  await until(async () => {
    await db.run(later)
    return (await db.query(soon)).length === 0
  }, 'all wait')
}

/** It takes mails again, and what it has not taken is tried at once. */
export async function comesBack(server: MailServer, db: Database): Promise<void> {
  server.isAway = false
  const underWay = sql`select 1 from graphile_worker._private_jobs where attempts > 0 and locked_at is not null`
  await until(async () => (await db.query(underWay)).length === 0, 'no try is under way')
  await db.run(sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`)
  await db.run(sql`select pg_notify('jobs:insert', '{"count":10}')`)
}
