// Gives each language of the shop the keys that English has: what it lacks in English, each plural in the forms of its own
// rules; what English has no more goes. Names what is to be translated; the tests of languages refuse it until it is.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_LOCALE, LOCALES } from '../src/platform/i18n/locales.ts'

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src')
/** One file per language in each: the pages, what the server writes, the demo shop, what products are filtered by. */
const SHELVES = ['locales', 'locales/server', 'locales/members', 'demo/words', 'rooms/products/facet-names']
const OTHERS = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)
const PLURAL = /_(zero|one|two|few|many|other)$/

for (const shelf of SHELVES) {
  const fileOf = ({ code }) => join(src, shelf, `${code}.json`)
  const english = read(fileOf(DEFAULT_LOCALE))
  for (const locale of OTHERS) {
    const file = fileOf(locale)
    const own = existsSync(file) ? read(file) : {}
    const missing = []
    keep(file, own, fillIn(locale, own, english, missing), missing)
  }
}

for (const file of globSync('rooms/payments/providers/*/words.json', { cwd: src })) {
  const own = read(join(src, file))
  const english = own[DEFAULT_LOCALE.code]
  const missing = []
  const filled = { ...own }
  for (const locale of OTHERS)
    filled[locale.code] = fillIn(locale, own[locale.code] ?? {}, english, missing, `${locale.code}.`)
  keep(join(src, file), own, filled, missing)
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function fillIn({ tag }, own, english, missing, path = '') {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  return fill(own, english, { forms, missing }, path)
}

function keep(file, own, filled, missing) {
  if (JSON.stringify(filled) === JSON.stringify(own)) return
  writeFileSync(file, `${JSON.stringify(filled, null, 2)}\n`)
  const first = missing.slice(0, 10).join(', ')
  const toTranslate = missing.length > 10 ? `${first} and ${missing.length - 10} more` : first || 'nothing'
  process.stdout.write(`src/${relative(src, file)}: to be translated: ${toTranslate}\n`)
}

/** In the order of `own`; what it lacks comes after that, in the order of English. */
function fill(own, english, { forms, missing }, path = '') {
  const wanted = new Map()
  for (const [key, value] of Object.entries(english)) {
    if (!PLURAL.test(key)) wanted.set(key, value)
    else if (key.endsWith('_other')) for (const form of forms) wanted.set(key.replace(PLURAL, `_${form}`), value)
  }
  const keys = [
    ...Object.keys(own).filter((key) => wanted.has(key)),
    ...[...wanted.keys()].filter((key) => !(key in own)),
  ]
  const entries = keys.map((key) => {
    const value = wanted.get(key)
    if (typeof value === 'object' && !Array.isArray(value))
      return [key, fill(own[key] ?? {}, value, { forms, missing }, `${path}${key}.`)]
    const isThere = Array.isArray(value) ? own[key]?.length === value.length : own[key] !== undefined
    if (!isThere) missing.push(`${path}${key}`)
    return [key, isThere ? own[key] : value]
  })
  return Object.fromEntries(entries)
}
