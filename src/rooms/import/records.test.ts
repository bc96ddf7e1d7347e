import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type CsvForm, type CsvRecord, csvRecords } from './records.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string | Uint8Array, form: Partial<CsvForm> = {}): Promise<CsvRecord[]> {
  const path = join(folder, 'feed.csv')
  await writeFile(path, content)
  const all: CsvRecord[] = []
  for await (const { records } of csvRecords(path, { delimiter: ',', encoding: 'utf-8', escape: '"', ...form }))
    all.push(...records)
  return all
}
const fieldsOf = (records: CsvRecord[]) => records.map((record) => record.fields)

const quote = (field: string) => `"${field.replaceAll('"', '""')}"`
const field = fc.string({ unit: fc.constantFrom('a', 'é', '漢', ' ', ',', '"', '\n'), maxLength: 8 })
const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 30 })

test('what was written as CSV is read again, quoted or not, with LF or CRLF, with a byte order mark or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\ufeff'),
      async (written, always, end, mark) => {
        const text = written
          .map((row) => row.map((f) => (always || /[",\n]/.test(f) ? quote(f) : f)).join(',') + end)
          .join('')
        expect(fieldsOf(await read(mark + text))).toEqual(written)
      },
    ),
    { numRuns: 200 },
  )
})

test('a quotation mark that is never closed costs its own row and no other', async () => {
  const line = fc.constantFrom('1,plain', '2,"quoted, with comma"', '3,""', '4,5" disk', '5,"say ""hi"""')
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), async (before, after) => {
      const good = fieldsOf(await read([...before, ...after].join('\n')))
      const records = await read([...before, '9,"never closed', ...after].join('\n'))
      expect(fieldsOf(records.filter((record) => !record.trouble))).toEqual(good)
      expect(records.filter((record) => record.trouble).map((record) => record.line)).toEqual([before.length + 1])
    }),
    { numRuns: 200 },
  )
})

test('a stray quotation mark stands for itself', async () => {
  expect(fieldsOf(await read('1,3.5" disk\n2,"The" Game\n'))).toEqual([
    ['1', '3.5" disk'],
    ['2', '"The" Game'],
  ])
})

test('rows know the line on which they begin', async () => {
  const records = await read('a,b\n\n1,"two\nlines"\n2,y')
  expect(records.map(({ line, fields }) => [line, fields[0]])).toEqual([
    [1, 'a'],
    [3, '1'],
    [5, '2'],
  ])
})

test('other delimiters', async () => {
  expect(fieldsOf(await read('1;"a;b";2,5\n', { delimiter: ';' }))).toEqual([['1', 'a;b', '2,5']])
})

test('a line without an end is refused, not kept in memory; what follows is read', async () => {
  const records = await read(`1,a\n2,${'x'.repeat(3_000_000)}\n3,c\n`)
  expect(records.map(({ line, trouble, fields }) => [line, trouble === undefined, fields[0]])).toEqual([
    [1, true, '1'],
    [2, false, undefined],
    [3, true, '3'],
  ])
})

test('in UTF-16, too, a line without an end is refused and what follows is read; each character is read once', async () => {
  const records = await read(Buffer.from(`\ufeff1,a\n2,${'x'.repeat(3_000_000)}\n3,漢\n4,\ud800`, 'utf16le'))
  expect(records.map(({ line, trouble, fields }) => [line, trouble === undefined, fields[1]])).toEqual([
    [1, true, 'a'],
    [2, false, undefined],
    [3, true, '漢'],
    [4, false, undefined],
  ])
  // 24 MB without an end: put together again with every chunk, they would be 4 GB.
  const split = vi.spyOn(String.prototype, 'split')
  onTestFinished(() => split.mockRestore())
  expect(await read(Buffer.from(`\ufeff${'x'.repeat(12_000_000)}`, 'utf16le'))).toMatchObject([{ line: 1, fields: [] }])
  const longest = Math.max(...split.mock.contexts.map((text) => String(text).length))
  expect(longest).toBeLessThan(100_000)
})

test('what is no text costs its own row and no other, wherever it stands', async () => {
  const damage = fc.constantFrom(
    Buffer.from([0xff]),
    Buffer.from([0xc3, 0x28]),
    Buffer.from([0]),
    Buffer.from([0xe2, 0x82]),
  )
  const good = fc.constantFrom('1,é', '2,"quoted, 漢"', '3,"two\nlines"', '4,plain')
  await fc.assert(
    fc.asyncProperty(
      fc.array(good, { maxLength: 8 }),
      fc.array(good, { maxLength: 8 }),
      damage,
      fc.constantFrom(['9,', ''], ['', ',x'], ['9,"', '"'], ['9,"one\ntwo', '\nthree"']),
      async (before, after, bytes, [left, right]) => {
        const text = (rows: string[]) => rows.map((row) => `${row}\n`).join('')
        const file = Buffer.concat([
          Buffer.from(text(before) + left!), bytes, Buffer.from(`${right}\n${text(after)}`),
        ]) // biome-ignore format: as it stands in the file
        const records = await read(file)
        expect(fieldsOf(records.filter((record) => !record.trouble))).toEqual(
          fieldsOf(await read(text(before) + text(after))),
        )
        const lost = records.filter((record) => record.trouble)
        expect(lost.map(({ line }) => line)).toEqual([text(before).split('\n').length])
        expect(lost[0]!.trouble).toMatch(bytes[0] === 0 ? /NUL/ : /no utf-8/)
      },
    ),
    { numRuns: 300 },
  )
})

test('other encodings, said or marked', async () => {
  const text = 'a,b\r\nCafé,漢字\n'
  const wide = (mark: string) => Buffer.from(mark + text, 'utf16le')
  const expected = [['a', 'b'], ['Café', '漢字']] // biome-ignore format: rows
  expect(fieldsOf(await read(wide('\ufeff')))).toEqual(expected)
  expect(fieldsOf(await read(wide('\ufeff').swap16()))).toEqual(expected)
  expect(fieldsOf(await read(wide(''), { encoding: 'utf-16le' }))).toEqual(expected)
  const [latin] = await read(Buffer.from('Café €'.replace('€', '\x80'), 'latin1'), { encoding: 'windows-1252' })
  expect(latin!.fields).toEqual(['Café €'])
  const [japanese] = await read(Buffer.from([0x83, 0x51, 0x81, 0x5b, 0x83, 0x80]), { encoding: 'shift_jis' })
  expect(japanese!.fields).toEqual(['ゲーム'])
})

test('a backslash as escape', async () => {
  const records = await read('1,"say \\"hi\\", he said"\n2,"back\\\\"\n3,x\n', { escape: '\\' })
  expect(fieldsOf(records)).toEqual([
    ['1', 'say "hi", he said'],
    ['2', 'back\\'],
    ['3', 'x'],
  ])
})
