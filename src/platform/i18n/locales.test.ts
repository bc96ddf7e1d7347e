import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { chooseLocale, findLocale, LOCALES } from './locales.ts'

const chosen = (from: Parameters<typeof chooseLocale>[0]) => chooseLocale(from).code
const accepted = (acceptLanguage: string) => chosen({ acceptLanguage })

describe('the language of a first visit', () => {
  test('is the address’s, then the cookie’s, then the browser’s, then English', () => {
    const all = { lang: 'ar', cookie: 'zh-CN', acceptLanguage: 'en-US' }
    expect(chosen(all)).toBe('ar')
    expect(chosen({ ...all, lang: undefined })).toBe('zh-CN')
    expect(chosen({ lang: null, cookie: null, acceptLanguage: 'zh' })).toBe('zh-CN')
    expect(chosen({})).toBe('en-US')
  })

  test.each(['xx', '', 'AR', 'ar ', '__proto__', 'toString', '../ar', 'ar\u0000', 'en-us'])(
    'is not changed by “%s”, which is none of the shop’s codes',
    (lang) => {
      expect(chosen({ lang, cookie: 'zh-CN' })).toBe('zh-CN')
      expect(chosen({ cookie: lang, acceptLanguage: 'ar' })).toBe('ar')
    },
  )
})

describe('Accept-Language', () => {
  test.each([
    ['ar', 'ar'],
    ['AR-eg', 'ar'],
    ['zh', 'zh-CN'],
    ['zh-Hans-CN', 'zh-CN'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['en;q=0.8, ar;q=0.9', 'ar'],
    ['sv, ar;q=0.1', 'ar'],
    ['sv-SE,sv;q=0.9', 'en-US'],
    ['fr-CA,fr;q=0.9', 'fr'],
    ['cs', 'cz'],
    ['pt-BR', 'pt'],
    ['zh-TW', 'zh_tw'],
    ['zh-HK, en;q=0.5', 'zh_tw'],
    ['zh-Hant', 'zh_tw'],
    ['zh-SG', 'zh-CN'],
    ['en-GB,en;q=0.9,ar;q=0.8', 'en-US'],
    ['ar;q=0, zh;q=0.5', 'zh-CN'],
    ['ar;q=0', 'en-US'],
    ['*', 'en-US'],
    ['ar;q=0.5;x=y, zh;q=0.4', 'ar'],
    ['ar ; q=0.2 , zh ; q=0.3', 'zh-CN'],
    [';;;,,,', 'en-US'],
  ])('%s is %s', (header, code) => expect(accepted(header)).toBe(code))

  test('whatever it holds, the answer is a language of the shop', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(LOCALES).toContain(chooseLocale({ acceptLanguage: header }))
      }),
    )
  })

  test('of hostile length is not read to its end', () => {
    expect(accepted(`${'sv,'.repeat(100_000)}ar`)).toBe('en-US')
  })

  test('costs a few looks at a language, however many it names', () => {
    accepted('gsw')
    const looks = vi.spyOn(Intl, 'Locale')
    try {
      expect(accepted(Array.from({ length: 250 }, (_, n) => `q${n % 10}`).join())).toBe('en-US')
      expect(accepted(Array.from({ length: 250 }, (_, n) => `qa${'abcdefghij'[n % 10]}`).join())).toBe('en-US')
      expect(looks.mock.calls.length).toBeLessThanOrEqual(20)
      looks.mockClear()
      expect(accepted(`en-${'abcde-'.repeat(100)}abcde, fr`)).toBe('fr')
      expect(looks).not.toHaveBeenCalled()
    } finally {
      looks.mockRestore()
    }
  })

  test('of ten languages the last counts as well', () => {
    expect(accepted('sv,da,nb,fi,et,lv,lt,is,ga,hu-HU')).toBe('hu')
  })
})

test('each language has a tag that browsers know, a direction, and a currency', () => {
  for (const locale of LOCALES) {
    expect(Intl.getCanonicalLocales(locale.tag)).toEqual([locale.tag])
    expect(locale.dir).toBe(new Intl.Locale(locale.tag).maximize().script === 'Arab' ? 'rtl' : 'ltr')
    expect(locale.currency).toMatch(/^[A-Z]{3}$/)
    expect(findLocale(locale.code)).toBe(locale)
  }
})
