// The back office's words where it is the server that says them: in files, and what acts were done to in the audit log.
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { createTranslate, type KeysOf, type Translate, type WordTree } from '#platform/i18n/words.ts'

export type OfficeWords = Translate<KeysOf<typeof english>>

const ENGLISH: OfficeWords = createTranslate({ tag: 'en', dir: 'ltr' }, [english as WordTree])
const CHINESE: OfficeWords = createTranslate({ tag: 'zh-Hans', dir: 'ltr' }, [chinese as WordTree, english as WordTree])

export const officeWords = (locale: string): OfficeWords => (locale.startsWith('zh') ? CHINESE : ENGLISH)
