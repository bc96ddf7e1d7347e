// docs/coverage.md names the test that shows each line: it must be there under that name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const rows = [
  ...readFileSync(join(ROOT, 'docs', 'coverage.md'), 'utf8').matchAll(/^\| (?!line)(.+) \| (\S+\.tsx?): (.*) \|$/gm),
]

test('the coverage has rows', () => expect(rows.length).toBeGreaterThan(80))

test.each(rows.map(([, line, file, title]) => ({ line: line!, file: file!, title: title! })))(
  '$line: $file has that test',
  ({ file, title }) => expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title.trim()),
)
