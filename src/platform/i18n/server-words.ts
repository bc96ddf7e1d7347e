// Words that the server itself writes: mails and dictionaries. They are no part of what a browser downloads.
import { readFileSync } from 'node:fs'
import { createInstance, type TFunction } from 'i18next'
import { DEFAULT_LOCALE, findLocale } from './locales.ts'

const instances = new Map<string, TFunction>()

/** The translate function of a language; English where a language lacks a text. */
export function serverWords(code: string): TFunction {
  const locale = findLocale(code) ?? DEFAULT_LOCALE
  let translate = instances.get(locale.code)
  if (!translate) {
    const instance = createInstance()
    instance.init({
      lng: locale.tag,
      fallbackLng: DEFAULT_LOCALE.tag,
      resources: {
        [DEFAULT_LOCALE.tag]: { translation: read(DEFAULT_LOCALE.code) },
        [locale.tag]: { translation: read(locale.code) },
      },
      initAsync: false,
      interpolation: { escapeValue: false },
    })
    translate = instance.t
    instances.set(locale.code, translate)
  }
  return translate
}

function read(code: string) {
  return JSON.parse(readFileSync(new URL(`../../locales/server/${code}.json`, import.meta.url), 'utf8'))
}
