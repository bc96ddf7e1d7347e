import { beforeEach, expect, it, vi } from 'vitest'
import { readDraft, readLastOrder, writeDraft } from './checkout-draft.ts'
import { finishAttempt } from './order-attempt.ts'
import { waitsNoMore } from './waits-no-more.ts'

const order = { orderId: '0b0e6f1e-3f5c-4a2b-9d3e-1f2a3b4c5d6e', orderNo: 'V932JPD5Z7' }

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
  finishAttempt(order)
})

it('keeps the address after an order, but neither the note nor the coupon', () => {
  writeDraft({ email: 'ada@example.com', note: 'Hurry', coupon: 'SAVE5' })
  writeDraft({ method: 2 })
  finishAttempt(order)
  expect(readDraft()).toEqual({ email: 'ada@example.com', method: 2 })
})

it('keeps room for the order until that one waits no more', () => {
  waitsNoMore('another')
  expect(kept.has('checkout.waits')).toBe(true)
  waitsNoMore(order.orderId)
  expect(kept.has('checkout.waits')).toBe(false)
  expect(readLastOrder()).toEqual(order)
})

it('works for as long as the page lives where storage is forbidden', () => {
  const forbidden = () => {
    throw new Error('SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  writeDraft({ email: 'ada@example.com' })
  expect(readDraft().email).toBe('ada@example.com')
})
