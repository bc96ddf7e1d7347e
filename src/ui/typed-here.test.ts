// Whose is what was typed, in one tab and in several.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTopUpFor, topUpFor } from '#rooms/orders/ui/top-up-for.ts'
import { forgetTyped, hasLeft, keepTypedOf, readTyped, writeTyped } from './typed-here.ts'

/** What tabs share, and each tab's own. */
let tabs: Record<string, Storage>

const storage = (): Storage =>
  Object.defineProperties({} as Storage, {
    getItem: {
      value(this: Storage, name: string) {
        return this[name] ?? null
      },
    },
    setItem: {
      value(this: Storage, name: string, text: string) {
        this[name] = text
      },
    },
    removeItem: {
      value(this: Storage, name: string) {
        delete this[name]
      },
    },
  })

function inTab(name: string) {
  tabs[name] ??= storage()
  vi.stubGlobal('sessionStorage', tabs[name])
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1 })
  tabs = {}
  vi.stubGlobal('localStorage', storage())
  inTab('first')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('whoever leaves in one tab leaves nothing in the others, also where they were not looked at for long', () => {
  for (const tab of ['first', 'second']) {
    inTab(tab)
    keepTypedOf('ada')
    writeTyped('draft:profile', { uname: tab })
    writeTyped('checkout', { email: 'ada@example.com' })
    keepTopUpFor('an order')
  }
  inTab('first')
  forgetTyped()
  expect([readTyped('draft:profile'), readTyped('checkout'), topUpFor()]).toEqual([undefined, undefined, undefined])
  inTab('second')
  expect([readTyped('checkout'), readTyped('draft:profile'), topUpFor()]).toEqual([undefined, undefined, undefined])
})

test('a tab hears once that somebody has left, and what is typed in it since then stays', () => {
  inTab('second')
  writeTyped('draft:sale', { message: 'old' })
  expect(hasLeft()).toBe(false)
  inTab('first')
  forgetTyped()
  inTab('second')
  expect([hasLeft(), hasLeft()]).toEqual([true, false])
  writeTyped('draft:sale', { message: 'new' })
  expect(readTyped('draft:sale')).toEqual({ message: 'new' })
})

test('what is typed first of all in a tab that was opened after somebody had left stays', () => {
  forgetTyped()
  inTab('new')
  writeTyped('draft:sale', { message: 'new' })
  expect(readTyped('draft:sale')).toEqual({ message: 'new' })
})

test('another member finds nothing of the one before in his tab, and takes nothing from whoever types in another one', () => {
  inTab('second')
  keepTypedOf('bob')
  writeTyped('draft:sale', { message: 'of bob' })
  inTab('first')
  keepTypedOf('ada')
  writeTyped('draft:sale', { message: 'of ada' })
  keepTypedOf('bob')
  expect(readTyped('draft:sale')).toBeUndefined()
  inTab('second')
  expect(readTyped('draft:sale')).toEqual({ message: 'of bob' })
})

test('an order that is not answered yet is kept by the page that waits for it, and in no storage, when somebody leaves in another tab', () => {
  inTab('second')
  writeTyped('checkout.sent', { key: 'a key' })
  writeTyped('checkout', { email: 'ada@example.com' })
  inTab('first')
  localStorage['typed-left'] = 2
  inTab('second')
  expect([readTyped('checkout'), readTyped('checkout.sent')]).toEqual([undefined, { key: 'a key' }])
  expect(sessionStorage.getItem('checkout.sent')).toBeNull()
  localStorage['typed-left'] = 3
  expect(readTyped('checkout.sent')).toEqual({ key: 'a key' })
  forgetTyped()
  expect(readTyped('checkout.sent')).toBeUndefined()
})

test('where storage is full a tab hears once that somebody has left, too, and keeps what is typed since', () => {
  const full = () => {
    throw new Error('QuotaExceededError')
  }
  const old = storage()
  old['draft:sale'] = '{"message":"old"}'
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(old, { set: full, get: (of, name) => (name === 'setItem' ? full : of[name as string]) }),
  )
  localStorage['typed-left'] = 2
  expect([hasLeft(), hasLeft()]).toEqual([true, false])
  writeTyped('draft:sale', { message: 'new' })
  expect(readTyped('draft:sale')).toEqual({ message: 'new' })
})

test('where storage is forbidden it is kept for as long as the page lives, and forgotten with whoever leaves', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  const none = new Proxy({} as Storage, { get: () => forbidden, set: forbidden })
  vi.stubGlobal('localStorage', none)
  vi.stubGlobal('sessionStorage', none)
  writeTyped('draft:sale', { message: 'typed' })
  expect(readTyped('draft:sale')).toEqual({ message: 'typed' })
  forgetTyped()
  expect(readTyped('draft:sale')).toBeUndefined()
})
