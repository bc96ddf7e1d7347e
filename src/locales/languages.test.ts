// Every language is whole: the same keys, the placeholders and plural forms that it needs, nothing left in English,
// nothing that no source asks for, and no more than a shopper should have to download.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import type { WordTree } from '#platform/i18n/words.ts'

const SRC = join(import.meta.dirname, '..')
const PLURAL = /_(zero|one|two|few|many|other)$/
/** Each of its texts may name the shop: `translator` fills that in. Others name it where whoever writes them gives the name. */
const PAGES = 'interface'
const SHELVES = [
  { name: PAGES, folder: join(SRC, 'locales') },
  { name: 'server', folder: join(SRC, 'locales', 'server') },
  { name: 'member centre', folder: join(SRC, 'locales', 'members') },
  { name: 'demo shop', folder: join(SRC, 'demo', 'words') },
]
/** Texts that are the same word in that language as in English, by key: `de: ['list.platform']`. */
const SAME: Record<string, string[]> = JSON.parse(
  readFileSync(join(SRC, 'locales', 'tests', 'same-as-english.json'), 'utf8'),
)
/** Words that no language of the shop but English has. */
const ENGLISH = /(?<!\p{L})(the|and|your|you|with|this|that|please|from|order|key|keys|cannot|has been|we)(?!\p{L})/iu

const read = (folder: string, code: string) =>
  JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as WordTree

/** `a.b.c` → text; a list's entries by their number. */
function flat(tree: WordTree | string[], prefix = ''): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(prefix + key, value)
    else for (const [inner, text] of flat(value, `${prefix}${key}.`)) texts.set(inner, text)
  }
  return texts
}

/** A language may need the shop's own name more often than English, or less. */
const placeholders = (text: string) => (text.match(/\{\{(?!shop\}\})\w+\}\}/g) ?? []).sort()
const stem = (key: string) => key.replace(PLURAL, '')

/** The keys that a language must have, from the English ones: each plural in the forms of its own rules. */
function wanted(english: Map<string, string>, tag: string): Map<string, string> {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  const keys = new Map<string, string>()
  for (const [key, text] of english) {
    if (!PLURAL.test(key)) keys.set(key, text)
    else if (key.endsWith('_other')) for (const form of forms) keys.set(`${stem(key)}_${form}`, text)
  }
  return keys
}

for (const { name, folder } of SHELVES) {
  describe(`the ${name}’s words`, () => {
    const english = flat(read(folder, 'en-US'))

    test('are there in every language and in no other', () => {
      const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
      expect(files.sort()).toEqual(LOCALES.map(({ code }) => `${code}.json`).sort())
    })

    test.each(LOCALES)('$code: every key, in its plural forms, and no other', ({ code, tag }) => {
      expect([...flat(read(folder, code)).keys()].sort()).toEqual([...wanted(english, tag).keys()].sort())
    })

    test.each(LOCALES)('$code: the same placeholders as in English', ({ code, tag }) => {
      const original = wanted(english, tag)
      const wrong = [...flat(read(folder, code))].filter(([key, text]) => {
        const [have, want] = [placeholders(text), placeholders(original.get(key) ?? '')]
        // "One product" needs no number; what a form for many says, it must say.
        const countIsSaid = /_(zero|one|two)$/.test(key) ? want.filter((name) => name !== '{{count}}') : want
        return String(have) !== String(want) && String(have) !== String(countIsSaid)
      })
      expect(wrong).toEqual([])
    })

    const named = name === PAGES ? [] : LOCALES
    test.each(named)('$code: the shop’s name only where English has it', ({ code, tag }) => {
      const original = wanted(english, tag)
      const wrong = [...flat(read(folder, code))].filter(
        ([key, text]) => text.includes('{{shop}}') && !original.get(key)?.includes('{{shop}}'),
      )
      expect(wrong).toEqual([])
    })

    test.each(LOCALES.filter(({ code }) => code !== 'en-US'))('$code: nothing left in English', ({ code, tag }) => {
      const original = wanted(english, tag)
      const left = [...flat(read(folder, code))].filter(([key, text]) => {
        const bare = text.replace(/\{\{\w+\}\}/g, '')
        if (ENGLISH.test(bare)) return true
        return (
          bare === (original.get(key) ?? '').replace(/\{\{\w+\}\}/g, '') && isProse(bare) && !SAME[code]?.includes(key)
        )
      })
      expect(left).toEqual([])
    })
  })
}

test('the office’s words: the same placeholders in Chinese as in English', () => {
  const folder = join(SRC, 'locales', 'office')
  const english = flat(read(folder, 'en-US'))
  const all = (text: string | undefined) => String(text?.match(/\{\{\w+\}\}/g)?.sort())
  const wrong = [...flat(read(folder, 'zh-CN'))].filter(
    ([key, text]) => all(text) !== all(english.get(key) ?? english.get(`${stem(key)}_other`)),
  )
  expect(wrong).toEqual([])
})

/** Names (Steam, PlayStation 5, Xbox Series X|S) are the same everywhere: every word of them begins with a capital. */
function isProse(text: string): boolean {
  return /(^|[\s(])\p{Ll}/u.test(text) || (/^\p{Lu}\p{Ll}+$/u.test(text) && !NAMES.has(text))
}
const NAMES = new Set(['Latchkey', 'Stripe', 'Payssion', 'Steam', 'Xbox', 'Roblox', 'Valorant'])

test.each(LOCALES)('$code: the file that a shopper downloads is 25 kB compressed at most', ({ code }) => {
  expect(brotliCompressSync(readFileSync(join(SRC, 'locales', `${code}.json`))).length).toBeLessThanOrEqual(25_000)
})

/** Words that speak to somebody formally, of the languages in which the shop does not. */
const FORMAL: Record<string, RegExp> = {
  nl: /\b(u|uw)\b/i,
  es: /\b(usted|le han?|su cuenta|tiene una cuenta|recibe este correo)\b/i,
  it: /\b(il suo account|suo account|le ha|riceve questa|faccia|dia|chieda|cui accede|se legge)\b/i,
}

test.each(Object.keys(FORMAL))('%s: mails and notices speak to everybody alike', (code) => {
  const texts = [...flat(read(join(SRC, 'locales', 'server'), code))]
  expect(texts.filter(([, text]) => FORMAL[code]!.test(text))).toEqual([])
})

/** Words of another register, or of another country's language, than the shop speaks. */
const STRANGE: Record<string, RegExp> = {
  es: /(?<!\p{L})(usted|inténtelo|repita|quítelo|debe aceptar)(?!\p{L})/iu,
  it: /(?<!\p{L})(riprovi|ricominci|desidera)(?!\p{L})/iu,
  pt: /(?<!\p{L})(senha|usuário|tela|arquivo|baixar|cadastrar|(?:carrega|confirma|le|entra|reuni)ndo)(?!\p{L})/iu,
  // Both forms of a particle, for a word before it that may end either way.
  ko: /[이을은과]\([가를는와]\)|\(으\)로/,
  ro: /(?<!\p{L})(îți|tău|ai 20|verifică-ți|scrie-ne)(?!\p{L})/iu,
}

test.each(Object.keys(STRANGE))('%s: every page and mail speaks as the others do', (code) => {
  const texts = SHELVES.slice(0, 3).flatMap(({ folder }) => [...flat(read(folder, code))])
  expect(texts.filter(([, text]) => STRANGE[code]!.test(text))).toEqual([])
})

/** What keeps its capital: a value, and the pronouns of courtesy. */
const CAPITAL: Record<string, RegExp> = { de: /^(\{\{|Sie|Ihre?\b)/, cz: /^\{\{/, pl: /^(\{\{|Tw)/ }

test.each(Object.keys(CAPITAL))('%s: after a greeting that ends in a comma the sentence goes on', (code) => {
  const texts = flat(read(join(SRC, 'locales', 'server'), code))
  expect(texts.get('mail.hello')).toMatch(/,$/)
  const intros = [...texts].filter(([key]) => /^(mail|letters)\.\w+\.intro/.test(key))
  expect(intros.length).toBeGreaterThan(30)
  expect(intros.filter(([, text]) => /^\p{Lu}/u.test(text) && !CAPITAL[code]!.test(text))).toEqual([])
})

test('every key of the interface and of the server is asked for somewhere', () => {
  const sources = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|testing)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
  const literal = new Set([...sources.matchAll(/['"]((?:\w+\.)+\w+)['"]/g)].map(([, key]) => key!))
  // `order.${status}.title`: any word may stand for the hole.
  const patterns = [...sources.matchAll(/`((?:\w+\.)+[^`\n]*\$\{[^`\n]*|\$\{[^`\n]*\}(?:\.\w+)+)`/g)].map(
    ([, template]) => new RegExp(`^${template!.replace(/[.]/g, '\\.').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
  )
  const keys = ['locales', 'locales/server', 'locales/members'].flatMap((folder) => [
    ...flat(read(join(SRC, folder), 'en-US')).keys(),
  ])
  const unused = [...new Set(keys.map(stem))].filter(
    (key) => !key.startsWith('guides.') && !literal.has(key) && !patterns.some((pattern) => pattern.test(key)),
  )
  expect(unused).toEqual([])
})
