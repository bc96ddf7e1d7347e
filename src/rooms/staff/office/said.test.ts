// How the office writes amounts, with two decimals in every currency (decision C6), whatever a browser's tables say of it; and refusals.
import { expect, test } from 'vitest'
import words from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { sayMoney } from './said.ts'
import { sayRefusal, type TranslateOffice } from './words.ts'

const english = { tag: 'en-US' } as TranslateOffice
const said = (amount: number, currency: string) => sayMoney(english, amount, currency).replaceAll('\u00a0', ' ')

test('an amount has two decimals, also in currencies that Intl writes without any or with three', () => {
  expect([said(5_599.49, 'PKR'), said(0.4, 'COP'), said(-1.5, 'IDR'), said(1_200, 'JPY'), said(2.5, 'KWD')]).toEqual([
    ...['PKR 5,599.49', 'COP 0.40', '-IDR 1.50', 'JPY 1,200.00', 'KWD 2.50'],
  ])
})

/** Of every word below a `refused`, its key. */
const refusals = (tree: WordTree, path: readonly string[] = []): string[] =>
  Object.entries(tree).flatMap(([name, at]) => {
    const here = [...path, name]
    if (typeof at === 'object' && !Array.isArray(at)) return refusals(at, here)
    return path.includes('refused') ? [here.join('.')] : []
  })

test.each([
  ['en', words],
  ['zh-Hans', chinese],
] as const)('what is refused is said in a sentence that ends once (%s)', (tag, all) => {
  const t = createTranslate({ tag, dir: 'ltr' }, [all as WordTree]) as TranslateOffice
  const said = refusals(all as WordTree).map((message) => sayRefusal(t, { message }))
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter((text) => /[.。!?！？]\s*[.。]$/.test(text))).toEqual([])
  // Behind the colon it goes on.
  expect(said.filter((text) => /: (A|An|At|Enough|It|Somebody|That|The|There|This|You) /.test(text))).toEqual([])
})
