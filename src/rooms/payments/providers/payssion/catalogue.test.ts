// What Payssion's methods are declared to be can stand in the table of methods as it is, and is said in every language.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import { methodWords } from '../../methods.ts'
import { CATALOGUE, PAYABLE_DAYS } from './catalogue.ts'

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

test.each([...CATALOGUE])('%s', (code, { countries, currencies }) => {
  expect(code).toMatch(/^[a-z0-9_]{2,40}$/)
  for (const country of countries) expect(REGIONS.of(country), country).toBeDefined()
  for (const currency of currencies) expect(Intl.supportedValuesOf('currency'), currency).toContain(currency)
  for (const locale of LOCALES) {
    const { name, hint } = methodWords({ provider: 'payssion', label: null, code }, locale.code)
    expect([Boolean(name), name === 'Payssion', Boolean(hint)], locale.code).toEqual([true, false, true])
  }
})

test('a card is called so in the language, a brand as it is, and what the operator writes goes before both', () => {
  const words = (code: string, label: Record<string, string> | null = null) =>
    methodWords({ provider: 'payssion', label, code }, 'de').name
  expect([words('creditcard_kr'), words('pix_br')]).toEqual(['Kredit- oder Debitkarte', 'Pix'])
  expect(words('pix_br', { de: 'Sofort aus Brasilien' })).toBe('Sofort aus Brasilien')
})

test('no fee to begin with where the buyer may be in Europe; what is paid at a counter is a method that there is', () => {
  expect([CATALOGUE.get('ideal_nl')!.feeBp, CATALOGUE.get('pix_br')!.feeBp]).toEqual([0, 150])
  for (const code of Object.keys(PAYABLE_DAYS)) expect([...CATALOGUE.keys()]).toContain(code)
})

test('the handbook says for which methods money is awaited for longer than a day, and for how many days', async () => {
  const handbook = await readFile(new URL('../../../../../docs/operate.md', import.meta.url), 'utf8')
  const row = /^\| `PAYSSION_PAYABLE_DAYS` .*$/m.exec(handbook)![0]
  const said = [...row.matchAll(/(\d+) days for ((?:`\w+`(?:, | and )?)+)/g)].flatMap(([, days, codes]) =>
    [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(days)]),
  )
  expect(Object.fromEntries(said)).toEqual(PAYABLE_DAYS)
})
