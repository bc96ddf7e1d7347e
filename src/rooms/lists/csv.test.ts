// What a file of a list is as text: whatever somebody wrote, a spreadsheet reads it as text, and each row has its cells.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { officeWords } from '#rooms/audit/hands.ts'
import { BOM, csvHead, csvRows, plainText } from './csv.ts'

const wording = { t: officeWords('en-US'), zone: 'Europe/Berlin' }
const columns = [
  { heads: ['orders.buyer' as const], cells: ({ text }: { text: string; amount: number }) => [text] },
  { heads: ['orders.total' as const], cells: ({ amount }: { text: string; amount: number }) => [{ amount }] },
]
const written = (rows: { text: string; amount: number }[]): string[][] =>
  parse(csvRows(columns, rows, wording), { relax_column_count: false })

/** What hides in text: beginnings of formulas, quotes, separators, ends of lines, what turns directions. */
const HOSTILE = ['=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", '\u202E', '\u2066', '\u200F', '\u2028', '\0', '＝', ' ', '|', 'a', '字', '1', '<b>'] // biome-ignore format: a list
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })))
  .map((all) => all.join(''))
const withoutApostrophes = (text: string) => text.replaceAll(/(?<=[;\t])'/g, '')
const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((minor) => minor / 100)

test('whatever was written, each row comes back with its cells: text that begins no formula, and the number that it was', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: hostile, amount }), { maxLength: 5 }), (rows) => {
      const read = written(rows)
      expect(read).toHaveLength(rows.length)
      rows.forEach((row, n) => {
        const [text, number] = read[n]!
        expect(text).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there
        expect(text).not.toMatch(/[\0-\x08\n\r\u202A-\u202E\u2066-\u2069\u200E\u200F\u2028\u2029]/)
        const plain = withoutApostrophes(plainText(row.text))
        expect([plain, `'${plain}`]).toContain(withoutApostrophes(text!))
        expect(number).toMatch(/^-?\d+\.\d\d$/)
        expect(Number(number)).toBe(row.amount)
      })
    }),
    { numRuns: 500 },
  )
})

test('where a spreadsheet separates at semicolons or tabs, no cell begins with a formula, however it reads quotes', () => {
  const behind = [{ heads: ['orders.total' as const], cells: (text: string) => [1, text] }]
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 5 }), (texts) => {
      for (const cell of csvRows(behind, texts, wording).split(/\r\n|[;\t]/))
        expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 500 },
  )
  const file = csvRows(behind, ['x;=HYPERLINK(A1)', 'a,b; "=1;c', 'd\t@SUM(A1)', 'e; f'], wording)
  const read: string[][] = parse(file, { delimiter: ';', relax_quotes: true, relax_column_count: true })
  expect(read).toEqual([['1,x', "'=HYPERLINK(A1)"], ['1,"a,b', `' ""=1`, 'c"'], ["1,d\t'@SUM(A1)"], ['1,e', ' f']])
})

test('a formula is text, a negative amount a number, and what turns letters round is gone', () => {
  const rows = ['=HYPERLINK("http://x","y")', '+1', '-1+2', '@SUM(A1)', '\t=1', '\n=1', ' =1', '\u202Egpj.exe', 'a\r\nb'] // biome-ignore format: a list
  expect(written(rows.map((text) => ({ text, amount: -1.5 })))).toEqual([
    [`'=HYPERLINK("http://x","y")`, '-1.50'],
    ...["'+1", "'-1+2", "'@SUM(A1)", "'=1", "'=1", "'=1", 'gpj.exe', 'a b'].map((text) => [text, '-1.50']),
  ])
})

test('an amount has two places, also a whole one; a count has none', () => {
  const both = [{ heads: [], cells: (value: number) => [{ amount: value }, value] }]
  expect(csvRows(both, [1200, 0, -3], wording)).toBe('1200.00,1200\r\n0.00,0\r\n-3.00,-3\r\n')
})

test('moments are the shop’s, in its zone, which the heading names; the file says that it is UTF-8', () => {
  const placed = [{ heads: [{ moment: 'orders.placed' as const }], cells: (at: string) => [new Date(at)] }]
  expect(BOM + csvHead(placed, wording)).toBe('\uFEFFPlaced (Europe/Berlin)\r\n')
  expect(csvHead(placed, { t: officeWords('zh-CN'), zone: 'UTC' })).not.toContain('Placed')
  expect(csvRows(placed, ['2026-06-30T22:30:00Z', '2026-12-31T23:30:00Z'], wording)).toBe(
    '2026-07-01 00:30:00\r\n2027-01-01 00:30:00\r\n',
  )
})
