import { expect, test } from 'vitest'
import { createTranslate } from './words.ts'

const WORDS = {
  back: 'لقد أعدنا {{amount}} للطلب {{orderNo}}.',
  alone: '{{name}}',
  count_other: '{{count}} طلب',
  shop: 'مرحبًا بك في {{shop}}',
}

const arabic = createTranslate({ tag: 'ar', dir: 'rtl' }, [WORDS], () => 'Key Shop')

test('values keep their own direction in texts from right to left', () => {
  expect(arabic('back', { amount: '$\u00a05.00', orderNo: '23456ABCDE' })).toBe(
    'لقد أعدنا \u2068$\u00a05.00\u2069 للطلب \u206823456ABCDE\u2069.',
  )
  expect(arabic.isolate('$ 5.00')).toBe('\u2068$ 5.00\u2069')
})

test.each(['ABC23DEFGH', 'T-12AB34CD', 'ada.l@example.com'])(
  '%s reads the same there, and is copied clean',
  (value) => {
    expect(arabic('shop', { shop: value })).toBe(`مرحبًا بك في ${value}`)
  },
)

test.each(['C++', '50', 'Elden Ring', 'عادا'])('%s is set apart', (value) => {
  expect(arabic('shop', { shop: value })).toBe(`مرحبًا بك في \u2068${value}\u2069`)
})

test('a value that is the whole text stays as it is, and so do numbers and what stands in every text', () => {
  expect(arabic('alone', { name: 'Game' })).toBe('Game')
  expect(arabic('count', { count: 100 })).toBe('100 طلب')
  expect(arabic('shop')).toBe('مرحبًا بك في Key Shop')
})

test('texts from left to right hold their values bare', () => {
  const english = createTranslate({ tag: 'en', dir: 'ltr' }, [{ back: '{{amount}} went back' }])
  expect(english('back', { amount: '$ 5.00' })).toBe('$ 5.00 went back')
  expect(english.isolate('$ 5.00')).toBe('$ 5.00')
})
