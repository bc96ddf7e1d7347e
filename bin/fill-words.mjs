// Gives each language of the shop the keys that English has: what it lacks in English, each plural in the forms of its own
// rules; what English has no more goes. Names what is to be translated; the tests of languages refuse it until it is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_LOCALE, LOCALES } from '../src/platform/i18n/locales.ts'

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src')
/** One file per language in each: the pages, what the server writes, the demo shop, what products are filtered by. */
const SHELVES = ['locales', 'locales/server', 'demo/words', 'rooms/products/facet-names']
const PLURAL = /_(zero|one|two|few|many|other)$/

for (const shelf of SHELVES) {
  const fileOf = ({ code }) => join(src, shelf, `${code}.json`)
  const english = JSON.parse(readFileSync(fileOf(DEFAULT_LOCALE), 'utf8'))
  for (const locale of LOCALES.filter((one) => one !== DEFAULT_LOCALE)) {
    const file = fileOf(locale)
    const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const forms = new Intl.PluralRules(locale.tag).resolvedOptions().pluralCategories
    const missing = []
    const filled = fill(own, english, { forms, missing })
    if (JSON.stringify(filled) === JSON.stringify(own)) continue
    writeFileSync(file, `${JSON.stringify(filled, null, 2)}\n`)
    const first = missing.slice(0, 10).join(', ')
    const toTranslate = missing.length > 10 ? `${first} and ${missing.length - 10} more` : first || 'nothing'
    process.stdout.write(`src/${shelf}/${locale.code}.json: to be translated: ${toTranslate}\n`)
  }
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
