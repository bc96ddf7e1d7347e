// Levels are called in the visitor's language until the operator calls them otherwise.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import { LEVELS } from '#rooms/levels/settings.ts'
import { levelName } from './level-name.ts'
import type { TranslateMember } from './words.ts'

const wordsOf = (code: string) => {
  const words = JSON.parse(readFileSync(`src/locales/members/${code}.json`, 'utf8'))
  return ((key: string) => key.split('.').reduce((at, part) => at?.[part], words)) as unknown as TranslateMember
}

test('each level of a new shop has a name in every language, and no two the same', () => {
  const names: string[] = JSON.parse(LEVELS.initial).map(({ name }: { name: string }) => name)
  for (const { code } of LOCALES) {
    const shown = names.map((name) => levelName(wordsOf(code), name))
    expect(new Set(shown.filter(Boolean)).size, code).toBe(names.length)
  }
  expect(names.map((name) => levelName(wordsOf('de'), name))).toEqual(['Bronze', 'Silber', 'Gold', 'Platin', 'Diamant'])
})

test('an operator’s own name is shown as he wrote it', () => {
  for (const own of ['Friend', 'GOLD', 'gold', 'Or', 'constructor', 'toString'])
    expect(levelName(wordsOf('zh-CN'), own)).toBe(own)
})
