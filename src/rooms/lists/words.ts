// The back office's words as a file says them: in the language of whoever asked for it.
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { createTranslate, type KeysOf, type Translate, type WordTree } from '#platform/i18n/words.ts'

export type TranslateList = Translate<KeysOf<typeof english>>

const ENGLISH: TranslateList = createTranslate({ tag: 'en', dir: 'ltr' }, [english as WordTree])
const CHINESE: TranslateList = createTranslate({ tag: 'zh-Hans', dir: 'ltr' }, [
  chinese as WordTree,
  english as WordTree,
])

export const listWords = (locale: string): TranslateList => (locale.startsWith('zh') ? CHINESE : ENGLISH)
