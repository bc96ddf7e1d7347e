import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { isLetter, TEMPLATES } from './kinds.ts'

function officeWords(code: string) {
  const file = join(import.meta.dirname, '..', '..', 'locales', 'office', `${code}.json`)
  return createTranslate({ tag: code, dir: 'ltr' }, [JSON.parse(readFileSync(file, 'utf8')) as WordTree])
}

test.each(['en-US', 'zh-CN'])('%s: every kind of mail is called something in the office', (code) => {
  const t = officeWords(code)
  expect(TEMPLATES.filter((template) => !t.knows(`health.mails.kinds.${template}`))).toEqual([])
})

/** Letters that are about one order. */
const ITS_LETTERS = ['toppedUp', 'topUpUnderWay', 'topUpGivenUp', 'topUpHeld', 'topUpRefund', 'orderReaddressed']

test.each(['en-US', 'zh-CN'])('%s: every kind of mail about an order is told in what happened to it', (code) => {
  const t = officeWords(code)
  const own = TEMPLATES.filter((template) => !isLetter(template) && template !== 'operatorAlert')
  expect([...own, ...ITS_LETTERS].filter((template) => !t.knows(`order.mail.${template}`))).toEqual([])
})
