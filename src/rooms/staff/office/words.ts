// The office's own words: English and Chinese first. A browser reads one language, and keeps which.
import type english from '#locales/office/en-US.json'
import { createTranslate, type KeysOf, type Translate, type WordTree } from '#platform/i18n/words.ts'

export type OfficeKey = KeysOf<typeof english>
export type TranslateOffice = Translate<OfficeKey>

const LANGUAGES = {
  'en-US': { name: 'English', tag: 'en', read: () => import('#locales/office/en-US.json') },
  'zh-CN': { name: '简体中文', tag: 'zh-Hans', read: () => import('#locales/office/zh-CN.json') },
}
export type OfficeLanguage = keyof typeof LANGUAGES

export const OFFICE_LANGUAGES = (Object.keys(LANGUAGES) as OfficeLanguage[]).map((code) => ({
  code,
  name: LANGUAGES[code].name,
}))

const KEPT = 'office-language'

function chosen(): OfficeLanguage {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(KEPT)
  } catch {
    // Storage can be forbidden; then the browser's language counts each time.
  }
  if (kept && kept in LANGUAGES) return kept as OfficeLanguage
  return navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US'
}

let translate: TranslateOffice
let language: OfficeLanguage

/** Before anything is drawn. */
export async function readWords(): Promise<void> {
  language = chosen()
  const { tag, read } = LANGUAGES[language]
  document.documentElement.lang = tag
  // By which the server knows it.
  document.documentElement.dataset.locale = language
  translate = createTranslate({ tag, dir: 'ltr' }, [(await read()).default as WordTree])
}

/** `const t = useOfficeWords()`. They are there before anything is drawn; another language loads the page anew. */
export const useOfficeWords = (): TranslateOffice => translate
export const officeLanguage = (): OfficeLanguage => language

export function chooseLanguage(code: OfficeLanguage): void {
  try {
    localStorage.setItem(KEPT, code)
  } catch {
    // Not kept.
  }
  location.reload()
}

/** What the server said, in words; of too many tries also when the next is taken. */
export function sayRefusal(t: TranslateOffice, { message, retryAfterSeconds, data }: Refused): string {
  if (message === 'error.tooMany') return t('error.tooMany', { count: retryAfterSeconds || 60 })
  if (!t.knows(message)) return t('error.unexpected')
  const said = t(message, sayValues(t, data))
  return message.includes('.refused.') ? t('act.cannot', { why: said }) : said
}

/** Where what a refusal names has words of the reader's language. */
const WORDS: Record<string, string> = {
  status: 'orders.status',
  provider: 'payments.providers',
  providers: 'payments.providers',
}

/** What a refusal names; several stand with commas between them. */
function sayValues(t: TranslateOffice, data: unknown): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(data ?? {})) {
    const say = (one: string) => {
      const known = `${WORDS[name]}.${one}`
      return t.knows(known) ? t(known) : one
    }
    if (typeof value === 'string') values[name] = WORDS[name] ? value.split(', ').map(say).join(', ') : value
    if (typeof value === 'number') values[name] = value
  }
  return values
}

export interface Refused {
  message: string
  retryAfterSeconds?: number
  data?: unknown
}
