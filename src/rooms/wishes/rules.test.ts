// What is news of a wish.
import { describe, expect, test } from 'vitest'
import { look } from './rules.ts'

describe('the rules', () => {
  const wished = { wishedCents: 2000, cents: 2000, inStock: true, toldToday: false, silent: false }
  const at = (cents: number | null, inStock = true) => ({ cents, inStock })

  test.each([
    ['one percent less is news', wished, at(1980), 'reduced'],
    ['a cent less is none', wished, at(1981), undefined],
    ['as much is none', wished, at(2000), undefined],
    ['less than he was told of is news', { ...wished, cents: 1500 }, at(1400), 'reduced'],
    ['less than when he wished, more than he was told of, is none', { ...wished, cents: 1500 }, at(1700), undefined],
    ['what cannot be had is none', wished, at(1000, false), undefined],
    ['what can be had again is news, at whatever price', { ...wished, inStock: false }, at(2500), 'available'],
    [
      'what nobody offered and now somebody does is news',
      { ...wished, wishedCents: null, cents: null, inStock: false },
      at(900),
      'available',
    ],
    ['who is silent hears nothing', { ...wished, silent: true }, at(1000), undefined],
    ['who was told today hears nothing', { ...wished, toldToday: true }, at(1000), undefined],
  ])('%s', (_, wish, now, news) => {
    expect(look(wish, now).news).toBe(news)
  })

  test('what he could not be told today is looked at again tomorrow, and he still knows what he knew', () => {
    expect(look({ ...wished, cents: 1500, toldToday: true }, at(1000))).toEqual({
      known: { cents: 1500, inStock: true },
      again: true,
    })
  })

  test('an offer that has ended makes the next one news, but not on the same day', () => {
    const after = { ...wished, cents: 1500 }
    expect(look({ ...after, toldToday: true }, at(2000))).toEqual({
      known: { cents: 1500, inStock: true },
      again: true,
    })
    expect(look(after, at(2000))).toEqual({ known: { cents: 2000, inStock: true }, again: false })
  })

  test('of what nobody offered when it was wished for each offer is news, too', () => {
    const never = { ...wished, wishedCents: null, cents: 2000 }
    expect(look({ ...never, toldToday: true }, at(3000))).toEqual({
      known: { cents: 2000, inStock: true },
      again: true,
    })
    expect(look(never, at(3000))).toEqual({ known: { cents: 3000, inStock: true }, again: false })
    expect(look({ ...never, cents: 3000 }, at(2000)).news).toBe('reduced')
    // A cent more is no end of an offer.
    expect(look(never, at(2001)).known.cents).toBe(2000)
  })
})
