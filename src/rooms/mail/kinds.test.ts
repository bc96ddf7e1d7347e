import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { TEMPLATES } from './kinds.ts'

test('every kind of mail is called something in both languages of the office', () => {
  for (const code of ['en-US', 'zh-CN']) {
    const file = join(import.meta.dirname, '..', '..', 'locales', 'office', `${code}.json`)
    const t = createTranslate({ tag: code, dir: 'ltr' }, [JSON.parse(readFileSync(file, 'utf8')) as WordTree])
    expect([code, TEMPLATES.filter((template) => !t.knows(`health.mails.kinds.${template}`))]).toEqual([code, []])
  }
})
