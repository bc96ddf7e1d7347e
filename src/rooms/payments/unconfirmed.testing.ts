// For the tests of signed notices that no answer confirms: a notice, the looks after it, and what is told.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import type { TestShop } from '#test/harness.ts'
import { type Bought, looked, post, quiet } from './scene.testing.ts'

export function unconfirmed(shop: () => TestShop) {
  /** Payssion says by a notice, rightly signed, what it does not say when it is asked. */
  const say = async ({ attempt }: Bought, state: string) =>
    expect(await post(shop(), shop().payssion.webhookFor(attempt, { fields: { state } }))).toBe(200)

  /** The notices of an order are so much older, and the clock looks at them. `again`: they came before, too. */
  async function after(minutes: number, { attempt }: Bought, { again = false } = {}): Promise<void> {
    await quiet(shop())
    await shop().db.run(sql`
    update payment_events set last_received_at = last_received_at - make_interval(mins => ${minutes}::int),
      received_at = received_at - make_interval(mins => ${again ? 0 : minutes}::int)
    where payment_id = ${attempt}`)
    await look()
  }

  const beginLook = (name: string) =>
    shop().db.run(sql`select graphile_worker.add_job('payment.unconfirmed', job_key => ${`unconfirmed ${name}`})`)

  async function look(): Promise<void> {
    await beginLook('now')
    await quiet(shop())
  }

  const askAgain = async ({ attempt }: Bought) => {
    await shop().db.run(sql`update payments set poll_at = now() where id = ${attempt}`)
    await looked(shop(), attempt)
  }

  /**
   * For two minutes the clock begins no look of its own, and nobody asks about these notices again: both would wait for an order that
   * is locked as the looks of a test do, and a look after it would tell.
   */
  async function clockStandsStill(...orders: Bought[]): Promise<void> {
    const { db } = shop()
    await db.run(sql`
      update graphile_worker._private_known_crontabs set last_execution = now() + interval '115 seconds' where identifier = 'payment.unconfirmed'`)
    await quiet(shop())
    await db.run(
      sql`update payments set poll_at = null where id = any(${orders.map(({ attempt }) => attempt)}::uuid[])`,
    )
    await db.run(sql`
      update graphile_worker._private_jobs set run_at = now() + interval '6 hours'
      where locked_at is null and task_id = (select id from graphile_worker._private_tasks where identifier = 'payment.event')`)
  }

  const told = ({ attempt }: Bought) =>
    shop().db.query<{ kind: string; details: Record<string, unknown>; count: number; open: boolean }>(sql`
    select kind, details, count, money, order_id as "orderId", resolved_at is null as open from alerts
    where details ->> 'paymentId' = ${attempt} order by id`)

  const openNotices = ({ attempt }: Bought) =>
    shop().db.query(sql`select event_id from payment_events where payment_id = ${attempt} and handled_at is null`)

  return { say, after, beginLook, look, askAgain, clockStandsStill, told, openNotices }
}
