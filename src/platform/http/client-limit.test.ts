import { expect, test } from 'vitest'
import { connectionClient } from './client-address.ts'
import { ClientLimit } from './client-limit.ts'

const NOW = 60_000 * 1_000
const answers = (limit: ClientLimit, addresses: string[]) => addresses.map((address) => limit.count(address, NOW) === 0)
const countOf = (passed: boolean[]) => passed.filter(Boolean).length

/** One address of each network of a block: `2001:db8:1:ab00::/56`. */
const networksOf = (block: number, most = 256) =>
  Array.from({ length: most }, (_, n) => `2001:db8:1:${(block * 256 + n).toString(16)}::1`)

test('a client has his allowance in each minute, and hears how long he must wait', () => {
  const limit = new ClientLimit(2)
  expect([0, 0, 0].map(() => limit.count('203.0.113.9', NOW + 20_000))).toEqual([0, 0, 40])
  expect(limit.count('203.0.113.9', NOW + 60_000)).toBe(0)
})

test('whoever has all networks of a block has four allowances, not one for each', () => {
  const limit = new ClientLimit(3)
  expect(countOf(answers(limit, networksOf(0)))).toBe(12)
  expect(countOf(answers(limit, networksOf(1, 4)))).toBe(4)
})

test('what one client is refused takes nothing from his neighbours', () => {
  const limit = new ClientLimit(3)
  expect(countOf(answers(limit, Array<string>(100).fill('203.0.113.9')))).toBe(3)
  expect(answers(limit, ['203.0.113.10', '203.0.113.10', '203.0.113.10', '203.0.113.10'])).toEqual([
    ...[true, true, true],
    false,
  ])
})

test('whoever shares 256 addresses of IPv4 with strangers has his own allowance', () => {
  const limit = new ClientLimit(3)
  for (let n = 1; n < 200; n++) answers(limit, Array<string>(3).fill(`203.0.113.${n}`))
  expect(answers(limit, ['203.0.113.250', '203.0.113.250', '203.0.113.250'])).toEqual([true, true, true])
})

test('65,536 networks in one minute leave everybody else his allowance', () => {
  const limit = new ClientLimit(3)
  for (let block = 0; block < 256; block++) answers(limit, networksOf(block))
  for (const address of ['203.0.113.9', '2001:db8:2::1', '198.51.100.1'])
    expect(answers(limit, [address, address, address]), address).toEqual([true, true, true])
})

test('a connection is its client’s, and one of a listed proxy anybody’s', () => {
  const clientOf = connectionClient(['10.0.0.0/8', 'fd00::/8'])
  const [one, other] = ['2001:db8:1:ab00::1', '2001:db8:1:abff::2'].map((remoteAddress) => clientOf({ remoteAddress }))
  expect([clientOf({ remoteAddress: '203.0.113.9' }), one]).toEqual(['203.0.113.9', other])
  for (const remoteAddress of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', undefined])
    expect(clientOf({ remoteAddress } as { remoteAddress: string })).toBeUndefined()
})
