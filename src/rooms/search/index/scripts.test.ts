// Searches in other scripts, and those that are none.
import { describe, expect, test } from 'vitest'
import { find, shopWith } from './search.testing.ts'

describe('scripts', () => {
  test.each([
    ['zh-CN', '反恐精英：全球攻势', ['反恐', '精英', '恐精', '攻', '反恐精英', '全球攻势 反恐', '反恐精英:全球攻势']],
    ['zh-TW', '巫師3：狂獵', ['巫師', '巫師3', '狂獵', '3']],
    ['ja-JP', 'ファイナルファンタジーVII', ['ファイナル', 'ファンタジー', 'ンタジ', 'vii', 'ファンタジーVII', 'ﾌｧｲﾅﾙ']],
    ['ko-KR', '리그 오브 레전드', ['레전드', '전드', '리그', '오브레', '오브 레전']],
    ['ja-JP', 'スター・ウォーズ', ['スターウォーズ', 'ウォーズ', 'スター ウォーズ']],
    ['th-TH', 'เกมมังกร', ['มังกร', 'เกม']],
    ['ru-RU', 'Ведьмак 3: Дикая Охота', ['ведьмак', 'ведь', 'ВЕДЬМАК', 'ведмак', 'дикая охота', 'дикоя']],
    ['ru-RU', 'Ёлка', ['елка', 'ёлка']],
    ['ar-SA', 'أساطير الأبطال', ['اساطير', 'أساطير', 'الابطال', 'أَسَاطِير', 'اساطر']],
    ['hi-IN', 'खेल कहानी', ['खेल', 'कहानी', 'कह']],
    ['el-GR', 'Οδυσσέας', ['οδυσσεας', 'ΟΔΥΣΣΕΑΣ', 'οδυσ']],
  ])('%s: parts of %s are found', async (locale, name, typed) => {
    const shop = await shopWith({ [locale]: name }, { [locale]: 'Tetris' })
    for (const text of typed) expect([text, find(shop, text, locale)]).toEqual([text, [1]])
  })

  test('other characters are not found', async () => {
    const shop = await shopWith({ 'zh-CN': '反恐精英' })
    expect(find(shop, '精恐', 'zh-CN')).toEqual([])
    expect(find(shop, '巫', 'zh-CN')).toEqual([])
  })
})

describe('hostile input', () => {
  test.each(['...', '™®', '-', '&', '!?&', '\ud800', '\udc00\ud800', '\u0301', '☆', '🎮', '\u0000', "'"])(
    'without a letter or digit (%j) finds nothing',
    async (typed) => {
      const shop = await shopWith('Rock and Roll', 'A', '\ud800', '☆')
      expect(find(shop, typed)).toEqual([])
      expect(shop.suggest(typed, 'en-US', 8)).toEqual({ ids: [] })
    },
  )

  test.each([
    'x'.repeat(10_000),
    'a '.repeat(5_000),
    'ß'.repeat(10_000),
    '𠀋'.repeat(5_000),
    `${'a-'.repeat(5_000)}`,
    '\u0301'.repeat(10_000),
    '\ud83d'.repeat(10_000),
    'ﷺ'.repeat(3_000),
    '﷽ '.repeat(3_000),
    'toString',
    '__proto__',
    '(.*)+$',
    "'; drop table products; --",
  ])('does no harm (%#)', async (typed) => {
    const shop = await shopWith('Portal', typed, { ['__proto__']: typed, constructor: typed, 'de-DE': typed })
    for (const locale of ['en-US', 'de-DE', '__proto__', 'constructor', '', 'x'.repeat(10_000)]) {
      expect(() => find(shop, typed, locale)).not.toThrow()
      expect(() => shop.suggest(typed, locale, 8)).not.toThrow()
      expect(() => shop.query({ locale, sort: 3, offset: 0, limit: 8 })).not.toThrow()
    }
  })

  test('blank searches nothing, so that a cleared field shows everything', async () => {
    const shop = await shopWith('Portal', 'Doom')
    expect(find(shop, '')).toEqual([1, 2])
    expect(find(shop, ' \t')).toEqual([1, 2])
    expect(shop.suggest(' ', 'en-US', 8)).toEqual({ ids: [] })
  })
})
