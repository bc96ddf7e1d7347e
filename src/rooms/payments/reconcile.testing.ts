// For the tests of the nightly comparison: a night, and what is told after it.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { PayPalCapture } from '#simulators/paypal-state.ts'
import { PAYPAL, type TestShop } from '#test/harness.ts'
import { type Bought, ordered, pay, quiet, reaches } from './scene.testing.ts'

export function nights(shop: () => TestShop) {
  /** As if it were night: until all providers are compared to the end. */
  async function compare(): Promise<void> {
    const { at } = await shop().db.one<{ at: Date }>(sql`select now() as at`)
    await shop().db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
    const behind = sql`select 1 from reconciliations where finished_at is null or finished_at < ${at} or stage is not null`
    await until(async () => (await shop().db.query(behind)).length === 0, 'all is compared', 60_000)
    await quiet(shop())
  }

  /** What the operator was told of it. */
  const alerts = ({ attempt, orderNo }: Pick<Bought, 'attempt' | 'orderNo'>) =>
    shop().db.query<{ kind: string; details: Record<string, unknown>; count: number; open: boolean }>(sql`
    select kind, details, count, resolved_at is null as open from alerts
    where (details ->> 'orderNo' = ${orderNo} or details -> 'theirs' ->> 'attemptId' = ${attempt}) and kind in ('payment.differs', 'payment.foundByNight')
    order by id`)

  /** A payment that PayPal's list has with a cent less than its answer, and what was told of it. */
  async function listedOtherwise() {
    const order = await ordered(shop(), PAYPAL)
    pay(shop(), order)
    await reaches(shop(), order, 'Delivered')
    await quiet(shop())
    const capture: PayPalCapture = shop().paypal.payment(order.attempt)!.capture!
    capture.listedAs = { ...capture.amount, minor: capture.amount.minor - 1 }
    const said = async () => (await alerts(order)).map(({ details, open, count }) => [details.what, open, count])
    await compare()
    await compare()
    expect(await said()).toEqual([['listedOtherwise', true, 1]])
    return { order, capture, said }
  }

  return { compare, alerts, listedOtherwise }
}
