// Which money of a balance is spent first (decision F5).
import { expect, test } from 'vitest'
import { apply, type Entry, emptyPurse } from './rules.ts'

const purseOf = (...entries: Entry[]) => {
  const purse = emptyPurse()
  for (const entry of entries) apply(purse, entry)
  return { ...purse, topUps: Object.fromEntries(purse.topUps) }
}

const gift: Entry = { kind: 'points', cents: 100, paymentId: null }
const refund: Entry = { kind: 'refund', cents: 200, paymentId: 'order' }
const topUp = (paymentId: string, cents = 500): Entry => ({ kind: 'topUp', cents, paymentId })
const spent = (cents: number): Entry => ({ kind: 'purchase', cents: -cents, paymentId: 'order' })
const takenBack = (paymentId: string, cents = 500): Entry => ({ kind: 'topUpBack', cents: -cents, paymentId })

test('points and corrections first, then refunds, then top-ups, the oldest first, in whatever order they came', () => {
  const came = [topUp('old'), refund, topUp('new'), gift]
  const full = { debt: 0, gifts: 100, refunds: 200, topUps: { old: 500, new: 500 } }
  expect(purseOf(...came)).toEqual(full)
  expect(purseOf(...came, spent(60))).toEqual({ ...full, gifts: 40 })
  expect(purseOf(...came, spent(250))).toEqual({ ...full, gifts: 0, refunds: 50 })
  const older = { debt: 0, gifts: 0, refunds: 0 }
  expect(purseOf(...came, spent(400))).toEqual({ ...older, topUps: { old: 400, new: 500 } })
  expect(purseOf(...came, spent(900))).toEqual({ ...older, topUps: { old: 0, new: 400 } })
  expect(purseOf(...came, spent(900), { kind: 'adjustment', cents: 30, paymentId: null })).toMatchObject({ gifts: 30 })
})

test('a top-up that goes back takes its own money, what was spent of it from the rest, and leaves a debt that is settled first', () => {
  expect(purseOf(topUp('old'), topUp('new'), spent(300), takenBack('new'))).toMatchObject({
    debt: 0,
    topUps: { old: 200, new: 0 },
  })
  expect(purseOf(topUp('old'), topUp('new'), spent(300), takenBack('old'))).toMatchObject({
    debt: 0,
    topUps: { old: 0, new: 200 },
  })
  const owing = [topUp('old'), spent(400), takenBack('old')]
  expect(purseOf(...owing)).toMatchObject({ debt: 400, topUps: { old: 0 } })
  expect(purseOf(...owing, gift, topUp('new'))).toMatchObject({ debt: 0, gifts: 0, topUps: { old: 0, new: 200 } })
})
