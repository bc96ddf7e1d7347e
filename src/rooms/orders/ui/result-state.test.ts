import { expect, it } from 'vitest'
import { ORDER_STATUSES } from '../rules.ts'
import { isOnBalance, mayHavePaid, NOT_CHARGED, PAYABLE, resultState } from './result-state.ts'

const order = (orderStatus: string, barred: 'held' | 'person' | 'underWay' | null = null, goesBack = false) => ({
  orderStatus,
  barred,
  goesBack,
  amounts: { total: 6 },
})

it.each([
  ['Unpaid', undefined, 'waiting'],
  // It was processing when the provider was asked; the order, read since, is barred no more.
  ['Unpaid', 'processing', 'waiting'],
  ['Unpaid', 'pending', 'waiting'],
  ['Unpaid', 'completed', 'waiting'],
  ['Unpaid', 'failed', 'failed'],
  ['Unpaid', 'cancelled', 'abandoned'],
  ['Unpaid', 'expired', 'attemptExpired'],
  ['Paid', 'failed', 'paid'],
  ['Processing', undefined, 'processing'],
  ['Delivered', 'failed', 'delivered'],
  ['Completed', undefined, 'delivered'],
  ['Cancelled', 'completed', 'cancelled'],
  ['Expired', 'completed', 'expired'],
  ['Refunded', undefined, 'refunded'],
  ['PartlyRefunded', undefined, 'partlyRefunded'],
  ['Disputed', undefined, 'disputed'],
])('an order that is %s while the provider says %s is shown as %s', (status, provider, state) => {
  expect(resultState(order(status), provider)).toBe(state)
})

it('an order that cost nothing and has ended is not said to be refunded', () => {
  expect(resultState({ ...order('Refunded'), amounts: { total: 0 } }, undefined)).toBe('ended')
})

it('an order that waits while its money is on its way back is not told to wait for keys', () => {
  expect(resultState(order('Processing', null, true), undefined)).toBe('goingBack')
  expect(resultState(order('Delivered', null, true), undefined)).toBe('delivered')
})

it('where refunded money is on a balance, that is said in place of its way back, and of nothing else', () => {
  const said = (status: string, refundedToBalance: number) =>
    isOnBalance(resultState(order(status), undefined), { refunded: 3, refundedToBalance })
  expect(ORDER_STATUSES.filter((status) => said(status, 3))).toEqual(['Refunded', 'PartlyRefunded'])
  expect(ORDER_STATUSES.filter((status) => said(status, 2))).toEqual([])
  expect(isOnBalance('refunded', { refunded: 0, refundedToBalance: 0 })).toBe(false)
})

it.each(['Cancelled', 'Expired'])(
  'an order that is %s and has money in doubt is not told to be bought again',
  (status) => {
    expect(resultState(order(status, 'held'), undefined)).toBe('held')
  },
)

it.each(['Cancelled', 'Expired'])(
  'an order that is %s is not said to have cost nothing while it is looked at whether it was paid',
  (status) => {
    expect(resultState(order(status), 'pending', { looking: true })).toBe('looking')
    expect([...NOT_CHARGED, ...PAYABLE]).not.toContain('looking')
    expect(resultState(order(status, 'held'), 'pending', { looking: true })).toBe('held')
  },
)

it.each([
  ['Cancelled', 'pending', true],
  ['Expired', undefined, true],
  // Its order says in a moment what became of that.
  ['Cancelled', 'completed', true],
  ['Cancelled', 'expired', false],
  ['Expired', 'failed', false],
  ['Unpaid', 'pending', false],
  ['Delivered', 'completed', false],
])('whether an order that is %s may have been paid while the provider says %s: %s', (orderStatus, provider, may) => {
  const over = { orderStatus, barred: null, sentBack: [] }
  expect(mayHavePaid(over, provider)).toBe(may)
  expect(mayHavePaid({ ...over, sentBack: [{}] }, provider)).toBe(false)
})

it('what a person looks at before anything is paid is no payment that is not as agreed', () => {
  expect(resultState(order('Unpaid', 'person'), undefined)).toBe('heldUnpaid')
  expect(resultState(order('Unpaid', 'held'), undefined)).toBe('held')
  expect(PAYABLE).not.toContain('heldUnpaid')
})

it.each([
  ['Unpaid', 'pending', 'abandoned'],
  ['Unpaid', undefined, 'abandoned'],
  // He paid in another tab after all.
  ['Unpaid', 'completed', 'waiting'],
  ['Delivered', 'pending', 'delivered'],
])(
  'who came back by "cancel" from an order that is %s while the provider says %s sees %s',
  (status, provider, state) => {
    expect(resultState(order(status), provider, { cancelled: true })).toBe(state)
  },
)

it('offers payment for unpaid orders only', () => {
  const offered = ORDER_STATUSES.filter((status) => PAYABLE.includes(resultState(order(status), 'failed')))
  expect(offered).toEqual(['Unpaid'])
})

it.each(['held', 'underWay'] as const)(
  'an unpaid order that is %s says so and offers no payment, whatever the provider says',
  (barred) => {
    for (const provider of [undefined, 'pending', 'failed', 'cancelled']) {
      const state = resultState(order('Unpaid', barred), provider, { cancelled: true })
      expect(state).toBe(barred)
      expect(PAYABLE).not.toContain(state)
    }
    expect(resultState(order('Delivered', barred), undefined)).toBe('delivered')
  },
)
