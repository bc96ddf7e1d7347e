// Members' money (decisions C8, C9, F4, F6): every movement adds up to zero, the running total is the sum, each cause counts once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Statement, sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addMember, heldAlways, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { checkLedger, type Differences, differences } from './check.ts'
import { adjust, credit } from './hands.ts'
import { lockBalance } from './store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

const info = async (member: TestMember) =>
  (await shop.call('GET', '/api/getInfo', { headers: { cookie: member.cookie } })).body.data
const history = (member: TestMember, query = '') =>
  shop.call('GET', `/api/profile/balance${query}`, { headers: { cookie: member.cookie } })
const turn = (member: TestMember, points: number, requestId: string = randomUUID()) =>
  shop.call('POST', '/api/profile/points/toBalance', {
    body: { points, requestId },
    headers: { cookie: member.cookie },
  })

/** With so many points that can be used. */
async function withPoints(points: number): Promise<TestMember> {
  const member = await addMember(shop)
  await shop.db.run(sql`insert into member_rewards (member_id, points) values (${member.id}, ${points * 100})`)
  await shop.db.run(
    sql`insert into reward_entries (member_id, reason, points) values (${member.id}, 'order', ${points * 100})`,
  )
  return member
}

/** US dollars for each point. */
async function setRate(member: TestMember, rate: number) {
  await shop.db.run(sql`
    with changed as (update settings set value = ${String(rate)} where key = 'rate.of.points' returning key)
    select pg_notify('settings', key) from changed`)
  const levels = () => shop.call('GET', '/api/profile/memberGroup', { headers: { cookie: member.cookie } })
  await until(async () => (await levels()).body.data.pointsExchangeRate === rate, 'the rate is read')
}

test('points become balance, at the rate that is set; what moved it is listed, the newest first', async () => {
  const member = await withPoints(5)
  expect(await turn(member, 1.25)).toMatchObject({ status: 200, body: { data: { balance: 1.25, points: 3.75 } } })
  expect((await turn(member, 2)).body.data).toEqual({ balance: 3.25, points: 1.75 })
  expect(await info(member)).toMatchObject({ amount: 3.25, uintegral: 1.75 })
  const { body } = await history(member)
  expect(body).toMatchObject({
    total: 2,
    rows: [
      { kind: 'points', amount: 2, balance: 3.25, reference: null },
      { kind: 'points', amount: 1.25, balance: 1.25 },
    ],
  })
  expect((await history(member, '?pageNum=2&pageSize=1')).body).toMatchObject({ total: 2, rows: [{ amount: 1.25 }] })
  expect((await history(await addMember(shop))).body).toMatchObject({ total: 0, rows: [] })
  expect((await shop.call('GET', '/api/profile/balance')).status).toBe(401)
})

test('asked for again with the same id, points are turned once, also all at once', async () => {
  const member = await withPoints(10)
  const requestId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => turn(member, 3, requestId)))
  for (const answer of answers) expect(answer.body.data).toEqual({ balance: 3, points: 7 })
  expect(await info(member)).toMatchObject({ amount: 3, uintegral: 7 })
})

test('another amount under a known id is refused and moves nothing; the same one is answered as before, at whatever rate', async () => {
  const [member, other] = [await withPoints(500), await withPoints(500)]
  const requestId = randomUUID()
  await turn(member, 100, requestId)
  for (const points of [200, 99.99]) {
    const { status, body } = await turn(member, points, requestId)
    expect([status, body.msg]).toEqual([422, 'error.idempotencyReused'])
  }
  await turn(member, 200)
  await setRate(member, 0.001)
  // Both come to as many cents.
  expect((await turn(member, 100.01, requestId)).body.msg).toBe('error.idempotencyReused')
  expect((await turn(member, 100, requestId)).body.data).toEqual({ balance: 300, points: 200 })
  // Now they come to nothing.
  await setRate(member, 0.00001)
  expect((await turn(member, 100, requestId)).body.data).toEqual({ balance: 300, points: 200 })
  expect((await turn(member, 100)).body.msg).toBe('points.nothing')
  await setRate(member, 1)
  expect(await info(member)).toMatchObject({ amount: 300, uintegral: 200 })
  // Ids are each member's own.
  expect((await turn(other, 50, requestId)).body.data).toEqual({ balance: 50, points: 450 })
})

test('of fifty that would each take all points, one does; nobody turns what he has not, nor less than a cent', async () => {
  const member = await withPoints(10)
  const answers = await Promise.all(Array.from({ length: 50 }, () => turn(member, 10)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.msg))).toEqual(
    new Set(['points.tooFew']),
  )
  expect(await info(member)).toMatchObject({ amount: 10, uintegral: 0 })
  expect((await turn(member, 0.01)).body.msg).toBe('points.tooFew')
  for (const points of [0, -1, 0.001]) expect((await turn(member, points)).status).toBe(400)
  // A tenth of a cent.
  const poor = await withPoints(1)
  await setRate(poor, 0.001)
  expect((await turn(poor, 0.5)).body.msg).toBe('points.nothing')
  expect(await info(poor)).toMatchObject({ amount: 0, uintegral: 1 })
  await setRate(poor, 1)

  // Taken back after they were turned: the debt bars more of it.
  await shop.db.run(sql`update member_rewards set points = -100 where member_id = ${member.id}`)
  expect((await turn(member, 0.5)).body.msg).toBe('points.tooFew')
  await shop.db.run(sql`update member_rewards set points = 0 where member_id = ${member.id}`)
})

test.each(['his first', 'more'])(
  'a purchase from his balance keeps nobody waiting who waits for it: %s',
  async (which) => {
    const member = await withPoints(2)
    if (which === 'more') await turn(member, 1)
    const answer = await shop.db.transaction(async (tx) => {
      // As a purchase does: the money first, then what it earns.
      await lockBalance(tx, member.id)
      const turning = turn(member, 1)
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(() => shop.db.query(waiting), 'he waits')
      await tx.query(sql`select from member_rewards where member_id = ${member.id} for update nowait`)
      return { turning }
    })
    expect((await answer.turning).status).toBe(200)
  },
)

test('what was written stays; what does not add up to zero is not taken, whoever writes it', async () => {
  const member = await withPoints(1)
  await turn(member, 1)
  for (const change of [
    sql`update ledger_entries set cents = 1`,
    sql`delete from ledger_entries`,
    sql`update ledger_movements set kind = 'refund'`,
    sql`delete from ledger_movements`,
  ])
    await expect(shop.db.run(change)).rejects.toThrow('never changed')
  await expect(
    shop.db.run(sql`
      with m as (insert into ledger_movements (cause, kind) values (${randomUUID()}, 'adjustment') returning id)
      insert into ledger_entries (movement_id, account, cents) select id, 'sales', 5 from m`),
  ).rejects.toThrow('do not add up to zero')
})

test('the nightly sum finds what is wrong, tells the operator, and ends the alert once it is right', async () => {
  const member = await withPoints(2)
  await turn(member, 2)
  const alerts = () =>
    shop.db.query<{ details: object }>(
      sql`select details from alerts where kind = 'ledger.differs' and resolved_at is null`,
    )
  await checkLedger(shop.db)
  expect(await alerts()).toEqual([])
  await shop.db.run(sql`update member_balances set cents = cents + 1 where member_id = ${member.id}`)
  await checkLedger(shop.db)
  expect(await alerts()).toEqual([
    { details: { movements: [], totals: [{ memberId: member.id, total: 201, sum: 200, entry: null }], points: [] } },
  ])
  await shop.db.run(sql`update member_balances set cents = cents - 1 where member_id = ${member.id}`)
  await checkLedger(shop.db)
  expect(await alerts()).toEqual([])

  const growth = (by: number) =>
    shop.db.run(sql`update member_rewards set growth = growth + ${by} where member_id = ${member.id}`)
  await growth(7)
  await checkLedger(shop.db)
  expect(await alerts()).toMatchObject([
    { details: { totals: [], points: [{ memberId: member.id, total: { growth: 7 }, sum: { growth: 0 } }] } },
  ])
  await growth(-7)
  await checkLedger(shop.db)
  expect(await alerts()).toEqual([])
})

test('the nightly sum finds any single wrong row, as a hand at the database would leave it, past the triggers', async () => {
  const [member, other] = [await withPoints(3), await withPoints(3)]
  for (const points of [1, 2]) for (const who of [member, other]) await turn(who, points)
  const { id, movementId } = await shop.db.one<{ id: number; movementId: number }>(sql`
    select id, movement_id as "movementId" from ledger_entries where member_id = ${member.id} order by id limit 1`)
  const isSeen = async (change: Statement) => {
    const undone = new Error('undone')
    let found: Differences | undefined
    await shop.db
      .transaction(async (tx) => {
        await tx.run(sql`set local session_replication_role = replica`)
        expect(await tx.run(change)).toBeGreaterThan(0)
        found = await differences(tx)
        throw undone
      })
      .catch((error) => expect(error).toBe(undone))
    return found!.movements.length + found!.totals.length > 0
  }
  const wrong = {
    'a cent more': sql`update ledger_entries set cents = cents + 1 where id = ${id}`,
    'a cent more on both sides': sql`update ledger_entries set cents = cents + sign(cents) where movement_id = ${movementId}`,
    'the other sign': sql`update ledger_entries set cents = -cents where movement_id = ${movementId}`,
    'another member': sql`update ledger_entries set member_id = ${other.id} where id = ${id}`,
    'another balance': sql`update ledger_entries set balance = balance + 1 where id = ${id}`,
    'another account': sql`update ledger_entries set account = 'sales' where movement_id = ${movementId} and member_id is null`,
    'another movement': sql`update ledger_entries set movement_id = movement_id + 1 where id = ${id}`,
    'an entry that is gone': sql`delete from ledger_entries where id = ${id}`,
    'a movement whose entries are gone': sql`delete from ledger_entries where movement_id = ${movementId}`,
    'an entry twice': sql`
      insert into ledger_entries (movement_id, account, member_id, cents, balance)
      select movement_id, account, member_id, cents, balance from ledger_entries where id = ${id}`,
    'entries of no movement': sql`delete from ledger_movements where id = ${movementId}`,
    'another kind': sql`update ledger_movements set kind = 'purchase' where id = ${movementId}`,
    'a total that is gone': sql`delete from member_balances where member_id = ${member.id}`,
    'another total': sql`update member_balances set cents = cents - 1 where member_id = ${member.id}`,
  }
  const unseen: string[] = []
  for (const [what, change] of Object.entries(wrong)) if (!(await isSeen(change))) unseen.push(what)
  expect(unseen).toEqual([])
  expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })
})

test('who has balance cannot go yet; in his archive stands what moved it', async () => {
  const member = await withPoints(1)
  const personal = shop.shop.rooms.declared('personal').ledger!
  const holds = () => shop.db.transaction((tx) => personal.holds!(tx, member.id, member.email))
  expect(await holds()).toEqual([])
  await turn(member, 1)
  expect(await holds()).toEqual(['erasure.balance'])
  expect(await personal.collect(member.id, heldAlways(member.email))).toMatchObject({
    currency: 'USD',
    balance: 1,
    movements: [{ kind: 'points', amount: 1, balance: 1 }],
  })
})

test('nothing is credited by nothing', async () => {
  const member = await addMember(shop)
  const nothing = {
    cause: randomUUID(),
    kind: 'adjustment',
    memberId: member.id,
    cents: 0,
    against: 'adjustments',
  } as const
  await expect(shop.db.transaction((tx) => credit(tx, nothing))).rejects.toThrow('more than nothing')
})

test('a person corrects a balance with a reason, and below zero only where he says so', async () => {
  const { id: memberId } = await addMember(shop)
  const by = { actor: 'Ada', reason: 'amends for a late answer' }
  const correct = (cents: number, mayOwe = false) =>
    shop.db.transaction((tx) => adjust(tx, { memberId, cents, by, reference: randomUUID(), mayOwe }))
  expect(await correct(500)).toBe(500)
  await expect(correct(-501)).rejects.toThrow('balance.tooLow')
  expect(await correct(-200)).toBe(300)
  expect(await correct(-500, true)).toBe(-200)
  const rows = await shop.db.query(sql`
    select m.actor, m.reason, e.cents from ledger_movements m join ledger_entries e on e.movement_id = m.id
    where e.account = 'adjustments' and m.id in (select movement_id from ledger_entries where member_id = ${memberId}) order by e.id`)
  expect(rows).toEqual([-500, 200, 500].map((cents) => ({ ...by, cents })))
  const archive = await shop.shop.rooms.declared('personal').ledger!.collect(memberId, heldAlways('x@mail.example'))
  const { reason } = by
  expect(archive.movements).toMatchObject([
    { amount: -5, reason },
    { amount: -2, reason },
    { amount: 5, reason },
  ])
  expect(JSON.stringify(archive)).not.toContain(by.actor)
})
