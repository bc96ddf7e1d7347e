// Why something happened to an order is kept as a sentence, and said in the language of whoever reads it.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import { sayActor, sayHeld, sayReason, sayState } from './office/say-reason.ts'
import { BY_PERSON, paidWhile, WHY } from './reason-rules.ts'
import { ORDER_STATUSES, readReason } from './rules.ts'

const t = createTranslate({ tag: 'en', dir: 'ltr' }, [english as WordTree]) as TranslateOffice
const zh = createTranslate({ tag: 'zh-Hans', dir: 'ltr' }, [chinese as WordTree]) as TranslateOffice
const HAN = /\p{Script=Han}/u

test('every reason that the shop gives has words of its own in both languages', () => {
  for (const kept of [...Object.values(WHY), ...ORDER_STATUSES.map(paidWhile)]) {
    expect(sayReason(zh, kept), kept).toMatch(HAN)
    expect(sayReason(t, kept), kept).toMatch(/^[a-z\d]/)
  }
  expect(sayReason(zh, paidWhile('Expired'))).toContain(zh('orders.status.Expired'))
})

test('what a person wrote stays as he wrote it, behind what he did', () => {
  const words = 'paid by cheque: <b>ok</b>'
  for (const prefix of Object.values(BY_PERSON)) {
    expect(readReason(prefix + words)).toMatchObject({ words })
    expect(sayReason(zh, prefix + words)).toMatch(HAN)
    expect(sayReason(zh, prefix + words)).toContain(words)
  }
  expect(sayReason(zh, words)).toBe(words)
})

test('states of payments, reasons of holds, and who did it', () => {
  for (const state of readStates()) expect(sayState(zh, state), state).toMatch(HAN)
  for (const reason of ['amount', 'state', 'other attempt', 'disputed', 'refund failed', 'review', 'warning', 'person'])
    expect(sayHeld(zh, reason), reason).toMatch(HAN)
  for (const actor of ['system', 'shopper']) expect(sayActor(zh, actor)).toMatch(HAN)
  expect(sayActor(zh, 'ada@example.com')).toBe('ada@example.com')
})

/** As `SettledState` lists them, and the one that a payment begins with. */
function readStates(): string[] {
  const source = readFileSync(new URL('../payments/providers/provider.ts', import.meta.url), 'utf8')
  const [, type = ''] = /export type SettledState =([\s\S]*?)\n\n/.exec(source) ?? []
  const states = [...type.matchAll(/\| '(\w+)'/g)].map(([, state]) => state!)
  expect(states.length).toBeGreaterThan(8)
  return ['created', ...states]
}

test('no source of the room gives a reason in words of its own', () => {
  const here = new URL('.', import.meta.url)
  const known = new Set<string>(Object.values(WHY))
  const own = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.test(ing)?\.ts$|^reason-rules\.ts$|^cli|^(ui|office)\//.test(name))
    .flatMap((name) => {
      const source = readFileSync(new URL(name, here), 'utf8')
      const given = [
        ...source.matchAll(/\breason: '([^']+)'/g),
        ...source.matchAll(/\b(?:move|sendBack|giveUp|refundWaitingOrder)\((?:[^'\n]|'\w+')*'([^'\n]* [^'\n]*)'/g),
      ]
      return given.map(([, reason]) => `${name}: ${reason}`)
    })
  const HOLDS = /: (amount|state|other attempt|disputed|refund failed|review|warning|person)$/
  expect(own.filter((one) => !HOLDS.test(one) && !known.has(one.slice(one.indexOf(': ') + 2)))).toEqual([])
})
