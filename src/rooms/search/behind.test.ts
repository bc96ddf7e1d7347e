// A process whose catalogue cannot be read again says so where it is looked for, and its operator hears of it.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { until } from '#platform/testing.ts'
import { figuresOf, openTestShop, type TestShop } from '#test/harness.ts'
import { watchBehind } from './behind.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const readyz = async () => {
  const answer = await fetch(`${shop.shop.origin}/readyz`)
  // The clock of this process is the test's, and the database has its own.
  return `${answer.status} ${(await answer.text()).replace(/^clock: .*\n/m, '')}`
}
const alerts = () =>
  shop.db.query<{ open: boolean; details: { since: string } }>(
    sql`select resolved_at is null as open, details from alerts where kind = 'catalogue.behind'`,
  )

/** It is looked at every five seconds, twice before anybody is told, and read again after ten at most: most of the usual time. */
const PATIENCE_MS = 60_000

/** The database goes on to answer while the test's time passes. */
const laterUntil = <T>(probe: () => Promise<T>, what: string) =>
  until(
    async () => {
      vi.setSystemTime(Date.now() + 1_000)
      return probe()
    },
    what,
    PATIENCE_MS,
  )

test('a catalogue that cannot be read for a minute is told at readyz and by an alert, until it is read again', async () => {
  await shop.db.run(sql`alter table facet_values rename to facet_values_gone`)
  await shop.db.run(sql`select pg_notify('catalog', 'small tables')`)
  const behind = async () => !(await figuresOf(shop)).includes('latchkey_catalogue_behind_since_seconds 0\n')
  await until(behind, 'it is behind')
  // A database that is started again is away for seconds: nobody is called for that.
  await until(async () => (await readyz()) === '200 ready\n', 'readyz has nothing to say')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await until(
    async () => /^200 ready\ncatalogue: what changed since \S+Z cannot be read\n$/.test(await readyz()),
    'readyz says so',
  )
  const [alert] = await laterUntil(alerts, 'the operator is told')
  expect(alert).toMatchObject({ open: true, details: { since: expect.stringMatching(/^\d{4}-.*Z$/) } })

  await shop.db.run(sql`alter table facet_values_gone rename to facet_values`)
  await until(async () => (await readyz()) === '200 ready\n', 'it is read again', PATIENCE_MS)
  await until(async () => (await alerts()).every(({ open }) => !open), 'the alert has ended')
  expect(await alerts()).toHaveLength(1)
})

test('what a process told that is gone ends: with it when it ends, and soon when it was killed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const options = { db: shop.db, log: createLog('silent'), behindSince: () => new Date(Date.now() - 61_000) }
  const ended = watchBehind(options)
  await laterUntil(async () => (await alerts()).some(({ open }) => open), 'it is told')
  await shop.db.run(sql`
    insert into alerts (kind, subject, last_at) values ('catalogue.behind', 'killed', now() - interval '4 minutes')`)
  await ended.close()
  const next = watchBehind({ ...options, behindSince: () => undefined })
  await until(async () => (await alerts()).every(({ open }) => !open), 'both have ended')
  await next.close()
})

test('what an outage has left and is read soon after it calls nobody', async () => {
  await shop.db.transaction((tx) => tx.run(sql`delete from alerts`))
  vi.useRealTimers()
  let looks = 0
  let since: Date | undefined = new Date(Date.now() - 61_000)
  const behindSince = () => {
    looks++
    return since
  }
  const watched = watchBehind({ db: shop.db, log: createLog('silent'), behindSince })
  await until(() => looks > 0, 'it was looked at')
  since = undefined
  const before = looks
  await until(() => looks > before + 2, 'it was looked at again')
  await watched.close()
  expect(await alerts()).toEqual([])
})
