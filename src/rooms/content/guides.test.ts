import { describe, expect, test } from 'vitest'
import english from '#locales/server/en-US.json' with { type: 'json' }
import { LOCALES } from '#platform/i18n/locales.ts'
import { activationSteps } from './activation.ts'
import { activationGuide } from './guides.ts'

const codes = Object.keys(english.guides)

describe.each(LOCALES.map(({ code }) => code))('the guides in %s', (language) => {
  test.each(codes)('%s has a title and as many steps as in English', (code) => {
    const guide = activationGuide(code, language)!
    expect(guide.title).toMatch(/\S/)
    expect(guide.steps.length).toBeGreaterThanOrEqual(3)
    expect(guide.steps).toHaveLength(activationGuide(code, 'en-US')!.steps.length)
    for (const step of guide.steps) expect(step).toMatch(/\S/)
  })
})

test('the guides speak of no page in the mail, which names one only where the platform has it', () => {
  const lines = LOCALES.flatMap(({ code: language }) =>
    codes.flatMap((code) => activationSteps(code, language).map((step) => `${language} ${code} ${step}`)),
  )
  const mail = /mail|courriel|correo|posta|wiadomo|письм|メール|메일|邮件|郵件|رسالة/i
  expect(lines.filter((line) => mail.test(line) && !/^\S+ account /.test(line))).toEqual([])
})

test.each(['zh-CN', 'ar'])('in %s every guide is in that language', (language) => {
  for (const code of codes) {
    const [own, inEnglish] = [activationGuide(code, language)!, activationGuide(code, 'en-US')!]
    expect(own.title).not.toBe(inEnglish.title)
    for (const step of own.steps) expect(inEnglish.steps).not.toContain(step)
  }
})

test('a language that the shop does not speak gets English', () => {
  for (const language of ['xx', '', '../en-US', '__proto__'])
    expect(activationGuide('steam', language)).toEqual(english.guides.steam)
})

test.each(['', 'unknown', '__proto__', 'constructor', 'steam.steps'])('there is no guide “%s”', (code) => {
  expect(activationGuide(code, 'ar')).toBeUndefined()
  expect(activationSteps(code, 'ar')).toEqual([])
})

test('a product without a guide has no steps', () => expect(activationSteps(null, 'en-US')).toEqual([]))
