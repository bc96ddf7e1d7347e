// Which languages the shop speaks to its visitors, and which to those who name none of them (decision D6).
import { z } from 'zod'
import { DEFAULT_LOCALE, LOCALES, type Offered } from '../i18n/locales.ts'
import { defineSetting, type Setting, someOf } from './define.ts'
import type { Settings } from './settings.ts'
import { settingText } from './write.ts'

const CODES = LOCALES.map(({ code }) => code)

/** Codes in the order in which they are offered. */
export const LANGUAGES: Setting<string[]> = defineSetting('shop.languages', {
  schema: someOf(CODES),
  initial: CODES.join(','),
  async refuses(codes, db) {
    const first = await settingText(db, LANGUAGE)
    return codes.includes(first) ? undefined : 'settings.refused.defaultLanguage'
  },
})

/** The offered language that a first visit ends in. */
export const LANGUAGE: Setting<string> = defineSetting('shop.language', {
  schema: z.enum(CODES),
  initial: DEFAULT_LOCALE.code,
  choices: async (db) => LANGUAGES.schema.catch(CODES).parse(await settingText(db, LANGUAGES)),
})

/** What counts now. Two who changed both at once may have left a default that is not offered: then the first one is it. */
export function languagesIn(settings: Pick<Settings, 'read'>): () => Offered {
  let known: { codes: string[]; code: string; offered: Offered } | undefined
  return () => {
    const [codes, code] = [settings.read(LANGUAGES), settings.read(LANGUAGE)]
    if (known?.codes !== codes || known.code !== code) {
      const locales = LOCALES.filter((locale) => codes.includes(locale.code))
      known = { codes, code, offered: { locales, first: locales.find((one) => one.code === code) ?? locales[0]! } }
    }
    return known.offered
  }
}
