// The specification's names of things stand where calls are declared, answered and read; everywhere else things have the
// shop's own (docs/decisions/034).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..', 'src')

/** Each with what it is called inside. */
const NAMES = {
  zhname: 'slug',
  urlName: 'categorySlug, or slug of a category',
  pUrlName: 'the last of ancestors',
  superClassUrlName: 'the last of ancestors',
  extId: 'skuId',
  supplyProductId: 'offerId',
  iProductInfo: 'info',
  extInfo: 'promoted',
  comments: 'clicks',
  bestSellersList: 'best',
  latestReleasesList: 'latest',
  hottestGamesList: 'hot',
}

/** Calls as data; from rows to what they answer; from what they answer to what pages read. */
const CODECS = /^rooms\/\w+\/(contract|schemas|views|wire)\.ts$|^rooms\/search\/api\.ts$/

/** What stands in the code; comments may say what the specification says. */
function namesIn(code: string): string[] {
  const said = new Set(code.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*/g, '').match(/\b[A-Za-z_$][\w$]*/g))
  return Object.keys(NAMES).filter((name) => said.has(name))
}

test('the names of the wire stay on the wire', () => {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|testing)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  expect(files.length).toBeGreaterThan(700)
  const strays = files
    .filter((file) => !CODECS.test(relative(SRC, file)))
    .flatMap((file) =>
      namesIn(readFileSync(file, 'utf8')).map((name) => [relative(SRC, file), name, NAMES[name as 'zhname']]),
    )
  expect(strays, 'give it its own name in wire.ts').toEqual([])
})

test('a page that reads one is found, and one that speaks of it is not', () => {
  expect(namesIn('const { zhname, ...rest } = card')).toEqual(['zhname'])
  expect(namesIn('query.set("extId", 1)')).toEqual(['extId'])
  expect(namesIn('// its comments\n/** zhname */\nconst slug = card.slug // urlName')).toEqual([])
})
