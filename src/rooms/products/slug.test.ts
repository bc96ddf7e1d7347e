import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RESERVED_SLUGS } from './rules.ts'
import { slugOf, withReference } from './slug.ts'

test.each([
  ['Counter-Strike: Global Offensive', 'counter-strike-global-offensive', false],
  ["Assassin's Creed® Origins™", 'assassins-creed-origins', false],
  ['Ori & the Café', 'ori-and-the-cafe', false],
  ['Straße nach Øresund', 'strasse-nach-oresund', false],
  ['Ведьмак 3: Дикая охота', 'vedmak-3-dikaya-okhota', false],
  ['巫师 3', '3', true],
  ['新流星搜劍錄', '', true],
  ['!!!', '', false],
])('"%s" is found at /%s', (title, slug, lossy) => {
  expect(slugOf(title)).toEqual({ slug, lossy })
})

test('an address is what the database takes for one, at most 80 characters long, whatever the title', () => {
  const title = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('a', 'B', ' ', '-', 'ж', '漢', '™'), maxLength: 150 }),
  )
  fc.assert(
    fc.property(title, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), (title, reference) => {
      const { slug } = slugOf(title)
      for (const address of [...(slug ? [slug] : []), withReference(slug, 'my_feed', reference)]) {
        expect(address).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(address.length).toBeLessThanOrEqual(slug === address ? 80 : 180)
      }
    }),
  )
})

test('no category can take the address of a page of the shop', () => {
  const pages = readdirSync(new URL('../../apps/shop/routes', import.meta.url))
    .map((file) => file.replace(/\.tsx$/, '').toLowerCase())
    .filter((name) => /^[a-z]/.test(name) && name !== 'index')
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter((name) => !RESERVED_SLUGS.has(name))).toEqual([])
})
