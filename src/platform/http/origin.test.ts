import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createOrigin } from './origin.ts'

const at = (address: string) => ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', port: 3000 })
const asked = (origin: ReturnType<typeof createOrigin>, host: string | undefined) => {
  let said = ''
  origin.within({ headers: { host } } as IncomingMessage, () => {
    said = origin()
  })
  return said
}

test('a shop with a public address is called that, whatever a request says', () => {
  const origin = createOrigin('https://shop.example')
  origin.listensAt(at('0.0.0.0'))
  expect(asked(origin, 'evil.example')).toBe('https://shop.example')
  expect([origin.fixed(), origin.local()]).toEqual(['https://shop.example', 'http://127.0.0.1:3000'])
})

test('a shop at one address is called that', () => {
  const origin = createOrigin(undefined)
  origin.listensAt(at('192.168.1.5'))
  for (const host of ['evil.example', 'localhost:3000']) expect(asked(origin, host)).toBe('http://192.168.1.5:3000')
})

test('a shop on its own machine is called as its visitor calls that machine, and by no other name', () => {
  const origin = createOrigin(undefined)
  origin.listensAt(at('127.0.0.1'))
  expect(asked(origin, 'LocalHost:3000')).toBe('http://localhost:3000')
  expect(asked(origin, '[::1]:3000')).toBe('http://[::1]:3000')
  for (const host of [
    'evil.example',
    'evil.example:3000',
    'localhost:4000',
    'localhost',
    'localhost.evil.example:3000',
    undefined,
  ])
    expect(asked(origin, host)).toBe('http://127.0.0.1:3000')
})

test('the names of its own machine are one shop to whoever tells of a payment; a shop with a public address has that alone', () => {
  const called = (publicUrl: string | undefined, address: string, port = 3000) => {
    const origin = createOrigin(publicUrl)
    origin.listensAt({ ...at(address), port })
    const hosts = [
      'localhost',
      '127.0.0.1',
      '[::1]',
      'localhost:3000',
      '127.0.0.1:3000',
      '[::1]:3000',
      'shop.example',
      '',
    ]
    return hosts.filter(origin.isCalled)
  }
  const names = ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']
  for (const address of ['127.0.0.1', '::1']) expect(called(undefined, address)).toEqual(names)
  expect(called(undefined, '127.0.0.1', 80)).toEqual(['localhost', '127.0.0.1', '[::1]'])
  for (const address of ['127.0.0.1', '0.0.0.0'])
    expect(called('https://shop.example', address)).toEqual(['shop.example'])
})

test('a shop with a public address has no other on its own machine either', () => {
  const origin = createOrigin('https://shop.example')
  origin.listensAt(at('127.0.0.1'))
  for (const host of ['localhost:3000', '127.0.0.1:3000']) expect(asked(origin, host)).toBe('https://shop.example')
})

test.each(['0.0.0.0', '::'])(
  'at all addresses (%s) it is called what its visitor calls it, and never that',
  (address) => {
    const origin = createOrigin(undefined)
    origin.listensAt(at(address))
    expect(asked(origin, '192.168.1.5:3000')).toBe('http://192.168.1.5:3000')
    expect(asked(origin, 'Shop.Local:3000')).toBe('http://shop.local:3000')
    expect(asked(origin, '[fd00::5]:3000')).toBe('http://[fd00::5]:3000')
    for (const host of [undefined, '', 'a b', 'x/y', 'user@host', '<script>', 'a"b', 'x:99999999'])
      expect(asked(origin, host)).toBe(origin.fixed())
    expect(origin.fixed()).not.toMatch(/\/\/(0\.0\.0\.0|\[::\])/)
    expect(origin.local()).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):3000$/)
  },
)
