// For which host passkeys are made, and from which page an answer counts.
import { expect, test } from 'vitest'
import { relyingParty } from './relying-party.ts'

const at = (publicUrl?: string, cookieDomain?: string, origin = 'http://127.0.0.1:3000') =>
  relyingParty({ publicUrl, cookieDomain, origin })

test('the host of the shop, or the domain that its subdomains share', () => {
  expect(at('https://shop.example')).toEqual({ id: 'shop.example', origin: 'https://shop.example' })
  expect(at('https://games.shop.example:8443', 'shop.example')).toEqual({
    id: 'shop.example',
    origin: 'https://games.shop.example:8443',
  })
})

test('on its own machine the shop is called localhost, for no passkey is made for an address of digits', () => {
  const here = { id: 'localhost', origin: 'http://localhost:3000' }
  expect(at()).toEqual(here)
  expect(at(undefined, undefined, 'http://[::1]:3000')).toEqual(here)
  expect(at(undefined, undefined, 'http://localhost:3000')).toEqual(here)
  expect(at('http://127.0.0.1:3000')).toEqual(here)
  expect(at('https://203.0.113.7')).toBeUndefined()
  expect(at('https://[2001:db8::1]')).toBeUndefined()
})

test('what a visitor calls the shop is no reason to make any', () => {
  for (const origin of [
    'http://evil.example',
    'http://192.168.0.7:3000',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
  ])
    expect(at(undefined, undefined, origin)).toBeUndefined()
})
