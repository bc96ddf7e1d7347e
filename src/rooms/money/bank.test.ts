// The central bank's document, as it is published and as it must not be.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CentralBankSimulator, startCentralBankSimulator } from '#simulators/central-bank.ts'
import { askBank, readRates } from './bank.ts'
import { isJump, percentBetween, rateAsDecimal } from './rules.ts'

let bank: CentralBankSimulator
beforeAll(async () => {
  bank = await startCentralBankSimulator()
})
afterAll(() => bank.close())

// As the bank has published it for years (namespaces, quotes and nesting as there); the figures are made up.
const PUBLISHED = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-06-30'>
			<Cube currency='USD' rate='1.25'/>
			<Cube currency='JPY' rate='187.5'/>
			<Cube currency='GBP' rate='0.8611'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`
const NOW = new Date('2026-06-30T15:00:00Z')

test('units per euro become units per dollar, to eight decimals', () => {
  const { day, perDollar } = readRates(PUBLISHED, NOW)
  expect(day).toBe('2026-06-30')
  expect([...perDollar].map(([code, rate]) => [code, rateAsDecimal(rate)])).toEqual([
    ['USD', '1'],
    ['JPY', '150'],
    ['GBP', '0.68888'],
    ['EUR', '0.8'],
  ])
})

test('the simulator publishes the same document', async () => {
  const today = () => new Date().toISOString().slice(0, 10)
  const before = today()
  const { day, perDollar } = await askBank(bank.ratesUrl)
  expect([before, today()]).toContain(day)
  expect(rateAsDecimal(perDollar.get('EUR')!)).toBe('0.86843248')
  expect(perDollar.has('TWD')).toBe(false)
})

test.each([
  ['no document', '<p>Maintenance</p>'],
  ['half of one', PUBLISHED.slice(0, 400)],
  ['no dollar', PUBLISHED.replace("'USD'", "'USN'")],
  ['a rate of nothing', PUBLISHED.replace("'187.5'", "'0'")],
  ['a negative one', PUBLISHED.replace("'187.5'", "'-187.5'")],
  ['a word', PUBLISHED.replace("'187.5'", "'many'")],
  ['a power', PUBLISHED.replace("'187.5'", "'1e9'")],
  ['no day', PUBLISHED.replace("'2026-06-30'", "'today'")],
  [
    'an entity that grows',
    `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${PUBLISHED.replace("'187.5'", "'&b;'")}`,
  ],
  ['nothing', ''],
])('what is none is refused as a whole: %s', (_, text) => {
  expect(() => readRates(text, NOW)).toThrow('malformed')
})

test('rates of a day to come are refused', () => {
  expect(() => readRates(PUBLISHED, new Date('2026-06-28T20:00:00Z'))).toThrow('future')
})

test('whatever the bank does, the shop says why there are no rates', async () => {
  for (const [how, why] of [
    ['error', 'status'],
    ['reset', 'unreachable'],
    ['redirect', 'unreachable'],
    ['garbage', 'malformed'],
    ['flood', 'tooLarge'],
  ] as const) {
    bank.failNext({ how })
    await expect(askBank(bank.ratesUrl), how).rejects.toMatchObject({ what: why })
  }
})

test('a jump is one in either direction, and exactly the bound is none', () => {
  expect([isJump(100n, 110n, 10), isJump(100n, 111n, 10), isJump(100n, 90n, 10), isJump(100n, 89n, 10)]).toEqual([
    ...[false, true, false, true],
  ])
  expect([percentBetween(100n, 125n), percentBetween(100n, 66n)]).toEqual([25, -34])
})
