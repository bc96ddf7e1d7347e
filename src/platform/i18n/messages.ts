// The interface's words. The renderer has every language at hand; the browser fetches the one it shows, as a file of its
// own that the page preloads.
import { createIsomorphicFn } from '@tanstack/react-start'
import { createInstance, type i18n as I18n, type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'

const urls = import.meta.glob<string>('../../locales/*.json', { query: '?url', import: 'default', eager: true })

/** Address of a language's file, for the preload link. */
export function messagesUrl(locale: string): string {
  return urls[`../../locales/${locale}.json`] ?? ''
}

const readMessages = createIsomorphicFn()
  .server((locale: string): ResourceLanguage => {
    const files = import.meta.glob<ResourceLanguage>('../../locales/*.json', { import: 'default', eager: true })
    return files[`../../locales/${locale}.json`] ?? {}
  })
  .client((): ResourceLanguage => fetched)

let fetched: ResourceLanguage = {}

/** In the browser, before anything is rendered: fetches the page's language. */
export async function fetchMessages(locale: string): Promise<void> {
  const answer = await fetch(messagesUrl(locale))
  if (!answer.ok) throw new Error('the language file could not be read')
  fetched = (await answer.json()) as ResourceLanguage
}

const instances = new Map<string, I18n>()

/** Ready at once: the words are already here. One instance per language, shared by all renderings: it never changes. */
export function translator(locale: string, tag: string): I18n {
  let instance = instances.get(locale)
  if (!instance) {
    instance = createInstance()
    instance.use(initReactI18next).init({
      // Plural rules go by the BCP 47 tag, which the shop's own codes (cz, zh_tw) are not.
      lng: tag,
      fallbackLng: false,
      resources: { [tag]: { translation: readMessages(locale) } },
      initAsync: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
    instances.set(locale, instance)
  }
  return instance
}
