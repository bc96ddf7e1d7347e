// docs/coverage.md names the test that shows each line: every row of every table names one, and a test of that title is there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const rows = readFileSync(join(ROOT, 'docs', 'coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| line \||^\|[-|]+\|$/.test(line))

/** What stands before the body of a test or of a group of them. */
const TITLE = /(['"`])((?:(?!\1)[^\\]|\\.)+)\1,\s*(?:async\s*)?(?:\(|\{|\w+\s*=>)/gs

const titles = new Map<string, string[]>()
function titlesOf(file: string): string[] {
  const known = titles.get(file)
  if (known) return known
  const found = [...readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)].map(([, , title]) => title!)
  titles.set(file, found)
  return found
}

test('the coverage has rows', () => expect(rows.length).toBeGreaterThan(100))

test.each(rows)('%s', (row) => {
  const [, line, file, title] = /^\| (.+) \| (\S+\.(?:test|spec)\.tsx?): (.+) \|$/.exec(row) ?? []
  expect(line, 'a row is: | line | file: words of the title |').toBeTruthy()
  expect(titlesOf(file!).filter((known) => known.includes(title!.trim()))).not.toEqual([])
})
