// Settings are changed by people: checked by what each may hold, told to every process, kept with who and why.
import { afterAll, beforeAll, expect, test } from 'vitest'
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { sql } from '#platform/database/sql.ts'
import { amount } from '#platform/settings/define.ts'
import { until } from '#platform/testing.ts'
import { ordered } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { ROOMS } from '#server/rooms.ts'
import { addProduct, openTestShop, orderBody, placeOrder, STRIPE, type TestShop } from '#test/harness.ts'
import { GROUPS } from './office/groups.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

interface Row {
  key: string
  value: string
  control: { is: string; unit?: string }
  changedBy: string | null
}
const rows = async (who = grace): Promise<Row[]> =>
  (await shop.call('GET', '/office/settings', { headers: { cookie: who.cookie } })).body.data
const one = async (key: string) => (await rows()).find((row) => row.key === key)!
/** How many wait for a row of the settings. */
const waiting = async () =>
  (
    await shop.db.query(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%from settings%for update%'`)
  ).length
const change = (key: string, body: object, who = grace) =>
  shop.call('POST', `/office/settings/${key}`, {
    headers: { cookie: who.cookie },
    body: { reason: 'new terms', ...body },
  })

test('every setting that rooms declare is on the page, and says what it does in both languages', async () => {
  const declared = ROOMS.flatMap(({ settings = [] }) => settings.map(({ key }) => key)).sort()
  expect((await rows()).map(({ key }) => key).sort()).toEqual(declared)
  expect(GROUPS.flatMap(({ keys }) => [...keys] as string[]).sort()).toEqual(declared)
  for (const words of [english, chinese])
    for (const key of declared) {
      const said = (words.settings.of as Record<string, { title: string; what: string }>)[key.replaceAll('.', '_')]
      expect(said, key).toMatchObject({ title: expect.stringMatching(/\S/), what: expect.stringMatching(/\S/) })
    }
})

test('a change counts in the shop, stands with who and why, and what was seen decides between two', async () => {
  expect(await one('promise.answerDays')).toMatchObject({
    ...{ value: '2', changedBy: null, control: { is: 'number', least: 1, most: 30, places: 0, unit: 'days' } },
  })
  const both = await Promise.all(['5', '7'].map((value) => change('promise.answerDays', { value, seen: '2' })))
  expect(both.map(({ body }) => body.msg).sort()).toEqual(['ok', 'settings.refused.changed'])
  const { value } = both.find(({ status }) => status === 200)!.body.data
  expect(await one('promise.answerDays')).toMatchObject({ value, changedBy: grace.email })
  expect(
    await shop.db.query(
      sql`select actor, act, before, after, reason from audit_log where subject_kind = 'setting' order by id`,
    ),
  ).toEqual([
    { actor: grace.email, act: 'setting.change', before: { value: '2' }, after: { value }, reason: 'new terms' },
  ])
  // The same once more is no change.
  expect((await change('promise.answerDays', { value, seen: value })).status).toBe(200)
  expect(await shop.db.query(sql`select 1 from audit_log where subject_kind = 'setting'`)).toHaveLength(1)

  await change('order.payment.minutes', { value: '45', seen: '30' })
  await until(async () => {
    const { orderId } = await ordered(shop, STRIPE)
    const { minutes } = await shop.db.one<{ minutes: number }>(
      sql`select round(extract(epoch from expires_at - placed_at) / 60)::int as minutes from orders where id = ${orderId}`,
    )
    return minutes === 45
  }, 'orders have so long')
})

test('what a setting cannot hold is refused, and so is one that there is not', async () => {
  for (const [key, value] of [
    ['promise.answerDays', '0'],
    ['promise.answerDays', '1.5'],
    ['promise.alwaysOpen', 'yes'],
    ['feedback.type', '3'],
    ['order.service.charge', '-1'],
    ['order.service.charge', '<b>1</b>'],
    ['order.service.charge', '0.325'],
    ['order.threshold.amount', '5.001'],
    ['topUp.least', '5.001'],
    ['topUp.most', '1000.001'],
    ['topUp.new.most', '200.001'],
    ['order.payment.minutes', '0'],
    ['order.payment.minutes', '1.5'],
    ['shop.timeZone', 'Mars/Olympus'],
    ['member.levels', '[]'],
    ['member.levels', '[{"name":"One","growth":5,"discount":0}]'],
    ['member.levels', 'x'],
  ] as const) {
    const before = (await one(key)).value
    const { status, body } = await change(key, { value, seen: before })
    expect([status, body.errors?.[0]?.path], `${key} ${value}`).toEqual([400, 'value'])
    expect((await one(key)).value).toBe(before)
  }
  expect((await change('no.such', { value: '1', seen: '' })).status).toBe(404)
  expect((await change('feedback.type', { value: 'x'.repeat(10_001), seen: '0' })).status).toBe(400)
  const levels = JSON.stringify([
    { name: '=cmd()', growth: 0, discount: 0 },
    { name: '‮Gold', growth: 10, discount: 5 },
  ])
  expect((await change('member.levels', { value: levels, seen: (await one('member.levels')).value })).status).toBe(200)
})

test('a number that is refused says between which bounds it may be, and in which unit', async () => {
  for (const [key, value, bounds] of [
    ['order.payment.minutes', '1000000', { least: 1, most: 525_600, places: 0, unit: 'minutes' }],
    ['rate.jump.percent', '0', { least: 1, most: 100, places: 0, unit: 'percent' }],
    ['topUp.least', '5.001', { least: 0, most: 999_999_999, places: 2, unit: 'usd' }],
    ['limit.unpaid.hours', '721', { least: 0, most: 720, places: 0, unit: 'hours', mayBeEmpty: true }],
  ] as const) {
    const { control, value: seen } = await one(key)
    const { body } = await change(key, { value, seen })
    expect(body).toMatchObject({ errors: [{ path: 'value', message: 'settings.wrong' }], data: { control } })
    expect(control).toEqual({ is: 'number', ...bounds })
  }
  // A year has none: it is written as years are.
  for (const { control } of await rows())
    if (control.unit && control.unit !== 'year')
      for (const words of [english, chinese]) expect(words.settings.units).toHaveProperty(control.unit)
})

test('settings that would contradict one another are refused with both, also of two who change one each at once', async () => {
  const set = async (key: string, value: string) => change(key, { value, seen: (await one(key)).value })
  const both = (lower: string, lowest: number, upper: string, highest: number) => ({
    ...{ status: 422, body: { msg: 'settings.refused.crossed', data: { lower, lowest, upper, highest } } },
  })
  expect(await set('topUp.least', '1000.01')).toMatchObject(both('topUp.least', 1_000.01, 'topUp.most', 1_000))
  expect(await set('topUp.least', '200.01')).toMatchObject(both('topUp.least', 200.01, 'topUp.new.most', 200))
  expect(await set('topUp.most', '100')).toMatchObject(both('topUp.new.most', 200, 'topUp.most', 100))
  expect(await set('topUp.new.most', '1000.01')).toMatchObject(both('topUp.new.most', 1_000.01, 'topUp.most', 1_000))
  expect((await set('topUp.least', '200')).status).toBe(200)
  // Both begin before either can read what the other leaves; their answers, in an object, are not waited for here.
  const { answers } = await shop.db.transaction(async (tx) => {
    await tx.query(sql`select key from settings where key like 'topUp.%' order by key for update`)
    const changing = Promise.all([set('topUp.new.most', '900'), set('topUp.most', '500')])
    await until(async () => (await waiting()) === 2, 'both wait')
    return { answers: changing }
  })
  const atOnce = await answers
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(Number((await one('topUp.new.most')).value)).toBeLessThanOrEqual(Number((await one('topUp.most')).value))
})

test('an amount that was written longer stays what it is', () => {
  expect(['0.500', '2000.00000000', '7'].map((text) => amount.parse(text))).toEqual([0.5, 2_000, 7])
  expect(amount.safeParse('0.305').success).toBe(false)
})

test('an amount with a third decimal that stands there already is reported, and orders are made with the first value', async () => {
  const wrong = { 'order.service.charge': '0.325', 'topUp.least': '5.001', 'order.payment.minutes': '0' }
  const set = (texts: Record<string, string>) =>
    shop.db.run(sql`
      update settings s set value = t.value from jsonb_each_text(${JSON.stringify(texts)}::jsonb) t where t.key = s.key`)
  const before = Object.fromEntries(
    await Promise.all(Object.keys(wrong).map(async (key) => [key, (await one(key)).value])),
  )
  await set(wrong)
  try {
    const lines = [
      'setting order.payment.minutes: what stands there cannot be, so 30 counts',
      'setting order.service.charge: what stands there cannot be, so 0.30 counts',
      'setting topUp.least: what stands there cannot be, so 5 counts',
    ]
    await until(async () => {
      const said = await (await fetch(`${shop.shop.origin}/readyz`)).text()
      return lines.every((line) => said.includes(line))
    }, 'readyz says so')
    const product = await addProduct(shop, { keys: 1, priceCents: 100 })
    const { orderId } = await placeOrder(shop, orderBody([{ product }]))
    expect(
      await shop.db.one(sql`
        select service, round(extract(epoch from expires_at - placed_at) / 60)::int as minutes
        from orders where id = ${orderId}`),
    ).toEqual({ service: 30, minutes: 30 })
  } finally {
    await set(before)
  }
})

test('who may look may not change, and a proof that is old is asked for again', async () => {
  const reader = await addStaff(shop, { role: 'reader' })
  expect((await rows(reader)).length).toBeGreaterThan(10)
  expect((await change('feedback.type', { value: '1', seen: '0' }, reader)).status).toBe(403)
  const support = await addStaff(shop, { role: 'support' })
  expect((await shop.call('GET', '/office/settings', { headers: { cookie: support.cookie } })).status).toBe(403)
  await shop.db.run(
    sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${grace.id}`,
  )
  expect((await change('feedback.type', { value: '1', seen: '0' })).body.msg).toBe('login.proveAgain')
  expect((await one('feedback.type')).value).toBe('0')
})
