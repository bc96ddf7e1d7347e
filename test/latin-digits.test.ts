// Arabic pages have Western digits, as the prices of the shop (platform/i18n/words.ts): which digits a browser takes by itself
// depends on its version, and those of the server's HTML would be others than those of the page that comes alive.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { sayDay, sayMoment } from '#rooms/members/ui/moment.ts'
import { scoreText } from '#rooms/reviews/ui/score-text.ts'

const SRC = join(import.meta.dirname, '..', 'src')
const SHOPPERS = /^(apps\/shop|browser|platform\/i18n|ui|rooms\/\w+\/ui)\/.*(?<!\.test)\.tsx?$/
const FORMATS = /new Intl\.(?:DateTime|Number|RelativeTime|Duration)Format\(|\.toLocale(?:Date|Time)?String\(/g

/** From an opening bracket's place to its closing one. */
function bracketsAt(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return source.slice(from, at + 1)
  }
  throw new Error('a bracket is not closed')
}

test('whatever of a shopper’s page says a number or a moment names its digits', () => {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => SHOPPERS.test(relative(SRC, path)))
  const found = files.flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    return [...source.matchAll(FORMATS)].map(({ 0: call, index }) => ({
      path: relative(SRC, path),
      isNamed: bracketsAt(source, index + call.length - 1).includes("numberingSystem: 'latn'"),
    }))
  })
  expect(found.length).toBeGreaterThan(8)
  expect(found.filter(({ isNamed }) => !isNamed)).toEqual([])
})

test('scores, moments and days have Western digits also where the language has its own', () => {
  const iso = '2026-06-12T10:00:00Z'
  for (const text of [scoreText(4.25, 'ar-EG'), sayMoment(iso, 'ar-EG'), sayDay(iso, 'ar-EG')]) {
    expect(text).toMatch(/\d/)
    expect(text).not.toMatch(/[^\P{Nd}0-9]/u)
  }
})
