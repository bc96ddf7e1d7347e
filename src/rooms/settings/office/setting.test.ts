// How the page of settings says what a setting refuses.
import { expect, test } from 'vitest'
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { createTranslate } from '#platform/i18n/words.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import { type Setting, sayRefused } from './setting.ts'

const en = createTranslate({ tag: 'en', dir: 'ltr' }, [english]) as TranslateOffice
const zh = createTranslate({ tag: 'zh-Hans', dir: 'ltr' }, [chinese]) as TranslateOffice

const setting = (control: object) => ({ control: { is: 'number', places: 0, ...control } }) as Setting

test('a number out of its bounds is told which they are, in its unit', () => {
  const wrong = { message: 'settings.wrong' }
  const minutes = setting({ least: 1, most: 525_600, unit: 'minutes' })
  expect(sayRefused(en, minutes, wrong)).toBe('A whole number from 1 to 525,600 minutes.')
  expect(sayRefused(zh, minutes, wrong)).toBe('整数，1 到 525,600 分钟。')
  const dollars = setting({ least: 0, most: 999_999_999, places: 2, unit: 'usd' })
  expect(sayRefused(en, dollars, wrong)).toBe(
    'A number from 0 to 999,999,999 US dollars, with a point and 2 decimals at most: 0.30',
  )
  expect(sayRefused(zh, dollars, wrong)).toBe('数字，0 到 999,999,999 美元，用小数点，最多 2 位小数：0.30')
  expect(sayRefused(en, setting({ least: 1990, most: 2200, unit: 'year' }), wrong)).toBe(
    'A whole number from 1990 to 2200.',
  )
  expect(sayRefused(en, setting({ least: 0, most: 720, unit: 'hours', mayBeEmpty: true }), wrong)).toBe(
    'A whole number from 0 to 720 hours. Empty: as it was set up.',
  )
  expect(sayRefused(en, { control: { is: 'text' } } as Setting, wrong)).toBe('This cannot stand here.')
})

test('settings that contradict one another are both named', () => {
  const crossed = {
    ...{ message: 'settings.refused.crossed' },
    data: { lower: 'topUp.least', lowest: 2_000.5, upper: 'topUp.most', highest: 1_000 },
  }
  const dollars = setting({ least: 0, most: 999_999_999, places: 2, unit: 'usd' })
  expect(sayRefused(en, dollars, crossed)).toContain(
    '“Least top-up, in US dollars” (2,000.5) cannot be above “Most of a day, in US dollars” (1,000).',
  )
  expect(sayRefused(zh, dollars, crossed)).toContain(
    '“最低充值（美元）”（2,000.5）不能高于“每日最高充值（美元）”（1,000）。',
  )
})
