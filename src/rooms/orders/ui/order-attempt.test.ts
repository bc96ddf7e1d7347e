import { beforeEach, expect, it, vi } from 'vitest'
import { CallRefused } from '#browser/calls.ts'
import { forgetTyped, keepTypedOf } from '#ui/typed-here.ts'
import { type Attempt, readDraft, writeDraft } from './checkout-draft.ts'
import { finishAttempt, isRefusal, newAttempt, openAttempt, wasNeverMade } from './order-attempt.ts'

const WISH: Attempt['wish'] = {
  counts: { '1.2.3': 1, '4.5.6': 2 },
  email: 'ada@example.com',
  note: '',
  methodId: 2,
  currencyId: 1,
  couponId: undefined,
}
const BODY: Attempt['body'] = {
  orderList: { deliveryEmail: 'ada@example.com', paymentId: 2, currencyId: 1, realAmount: 10, country: 'DE' },
  ...{ productId: [1, 4], extId: [2, 5], supplyProductId: [3, 6], productCount: [1, 2] },
}

beforeEach(() => {
  const kept = new Map<string, string>()
  const stored = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
  // Its keys are its own properties, as in a browser.
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(stored, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
})

it('sends the same wish again with the key and the body that it had, whatever the body would be now', () => {
  const { key } = newAttempt(WISH, BODY)
  expect(openAttempt({ ...WISH })).toMatchObject({ key, body: BODY })
})

it.each<Partial<Attempt['wish']>>([
  { counts: { '1.2.3': 1 } },
  { counts: { '1.2.3': 1, '4.5.6': 3 } },
  { email: 'bob@example.com' },
  { note: 'Hurry' },
  { methodId: 1 },
  { currencyId: 3 },
  { couponId: '7-abc' },
])('sends another wish with another key: %j', (change) => {
  const { key } = newAttempt(WISH, BODY)
  expect(openAttempt({ ...WISH, ...change })).toBeUndefined()
  expect(newAttempt({ ...WISH, ...change }, BODY).key).not.toBe(key)
  writeDraft({ coupon: '' })
  expect(openAttempt(WISH)).toBeUndefined()
})

it.each<[string, string | undefined]>([
  ['in use', 'SAVE5'],
  ['over', undefined],
])(
  'keeps the coupon of what was sent, though it is %s by then, until another applies or it is taken off',
  (_, coupon) => {
    const withCoupon = { ...WISH, couponId: '7-abc' }
    writeDraft({ coupon: 'SAVE5' })
    const { key } = newAttempt(withCoupon, BODY)
    writeDraft({ coupon })
    expect(openAttempt(withCoupon)?.key).toBe(key)
    expect(openAttempt(WISH)?.key).toBe(key)
    expect(openAttempt({ ...WISH, couponId: '8-def' })).toBeUndefined()
    writeDraft({ coupon: '' })
    expect(openAttempt(WISH)).toBeUndefined()
  },
)

it('chooses the method of what was sent after a reload, too', () => {
  newAttempt(WISH, BODY)
  expect(readDraft().method).toBe(2)
})

it('ends with its order, and for whoever logs out or is another member; a visitor who logs in goes on', () => {
  newAttempt(WISH, BODY)
  finishAttempt({ orderId: '0b0e6f1e-3f5c-4a2b-9d3e-1f2a3b4c5d6e', orderNo: 'V932JPD5Z7' })
  expect(openAttempt(WISH)).toBeUndefined()
  newAttempt(WISH, BODY)
  keepTypedOf('ada')
  expect(openAttempt(WISH)).toBeDefined()
  keepTypedOf('bob')
  expect(openAttempt(WISH)).toBeUndefined()
  newAttempt(WISH, BODY)
  forgetTyped()
  expect(openAttempt(WISH)).toBeUndefined()
})

it('works for as long as the page lives where storage is forbidden', () => {
  const forbidden = () => {
    throw new Error('SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  const { key } = newAttempt(WISH, BODY)
  expect(openAttempt(WISH)?.key).toBe(key)
})

it.each([
  [422, 'pay.priceChanged', true, true],
  [400, 'error.invalid', true, true],
  [422, 'pay.alreadyPaid', true, false],
  [422, 'error.idempotencyReused', true, false],
  [429, 'error.tooManyRequests', false, false],
  [500, 'error.unexpected', false, false],
  [503, 'error.busy', false, false],
  [0, 'error.offline', false, false],
  // From something in between.
  [200, 'error.unexpected', false, false],
])('%i %s: refused %s, never made %s', (status, message, refused, neverMade) => {
  const error = new CallRefused(status, message)
  expect([isRefusal(error), wasNeverMade(error)]).toEqual([refused, neverMade])
})
