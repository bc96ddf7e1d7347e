// Whose address a call is counted under: the socket's, unless a proxy that the operator named says otherwise.
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#platform/crypto.ts'
import { sql } from '#platform/database/sql.ts'
import { clientAddress, clientBlock, clientNetwork, clientSite } from '#platform/http/client-address.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, type TestShop, withinOneMinute } from '../harness.ts'
import { send } from './requests.testing.ts'

const from = (trusted: string[], remoteAddress: string | undefined, forwarded?: string) =>
  clientAddress(trusted)({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

describe('without proxies', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is itself, whatever it says of others', (socket, address) => {
    expect(from([], socket, '198.51.100.1')).toBe(address)
  })
})

describe('behind a proxy at 10.0.0.1 and others in 10.1.0.0/16', () => {
  const trusted = ['10.0.0.1', '10.1.0.0/16', 'fd00::/8']
  test.each<[string, string, string | undefined, string]>([
    ['the client that the proxy names', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'the last of the names, because the client wrote those before it',
      '10.0.0.1',
      '1.2.3.4, 203.0.113.9',
      '203.0.113.9',
    ],
    ['the one before a second proxy of ours', '10.0.0.1', '1.2.3.4, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['not a stranger in front of our proxies who claims to be one', '10.0.0.1', '203.0.113.9, 10.2.0.1', '10.2.0.1'],
    ['the socket’s when it is no proxy of ours', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['the proxy’s own when it names nobody', '10.0.0.1', undefined, '10.0.0.1'],
    ['the proxy’s own when it names blanks', '10.0.0.1', ' , ,', '10.0.0.1'],
    ['the client’s, through a socket that speaks IPv4 in IPv6', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['the client’s, through IPv6', 'fd00::5', '2001:db8::1', '2001:db8::1'],
    ['the proxy’s own, when what it names is no address', '10.0.0.1', 'x'.repeat(40), '10.0.0.1'],
    [
      'that of the proxy which names no address, however far away',
      '10.0.0.1',
      '1.2.3.4, unknown, 10.1.2.3',
      '10.1.2.3',
    ],
    ['without the port that some proxies add', '10.0.0.1', '203.0.113.9:51324', '203.0.113.9'],
    ['without the port behind brackets', '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['in one spelling', '10.0.0.1', '2001:DB8:0:0::0001', '2001:db8::1'],
    ['as IPv4 when it is that', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['the farthest of ours, when all are ours', '10.0.0.1', '10.1.0.1, 10.1.0.2', '10.1.0.1'],
  ])('it is %s', (_, socket, forwarded, address) => expect(from(trusted, socket, forwarded)).toBe(address))
})

describe('limits count', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:8080', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['in-process', 'in-process'],
  ])('%s under %s', (address, network) => expect(clientNetwork(address)).toBe(network))

  test.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:ab12::7', '2001:db8:1:ab00::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['in-process', 'in-process'],
  ])('%s is of the block %s', (address, block) => expect(clientBlock(address)).toBe(block))

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:ab12::7', '2001:db8:1:ab00::/56'],
    ['in-process', 'in-process'],
  ])('%s waits in the line of %s', (address, site) => expect(clientSite(address)).toBe(site))
})

describe('in a shop', () => {
  let shop: TestShop
  let proxied: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ TRUSTED_PROXIES: '10.0.0.1', WORKER: 'off', ORDERS_PER_MINUTE: '1000' })
    proxied = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1', WORKER: 'off' })
  })
  afterAll(async () => {
    await proxied.close()
    await shop.close()
  })

  test('rotating within one’s own /64, ports and garbage do not multiply them either', () =>
    withinOneMinute(proxied, async () => {
      const call = (forwarded: string) =>
        send(proxied.shop.origin, 'POST', '/prod-api/api/check/createOrder', {
          headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
          body: '{}',
        })
      for (let i = 1; i <= 3; i++) {
        await call(`2001:db8:7:7::${i}`)
        await call(`203.0.113.9:${50_000 + i}`)
        await call(`garbage-${i}`)
      }
      const calls = async () =>
        (await proxied.db.query<{ calls: number }>(sql`select calls from rate_limits`)).map((row) => row.calls)
      await until(async () => (await calls()).reduce((sum, n) => sum + n, 0) >= 12, 'they are written')
      // An IPv6 one counts for the block around it, too.
      expect(await calls()).toEqual([3, 3, 3, 3])
    }))

  test('forged headers do not multiply the calls that a client has', () =>
    withinOneMinute(shop, async () => {
      const body = '{}'
      for (let i = 0; i < 5; i++) {
        const headers = {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${i}`,
          forwarded: `for=198.51.100.${i}`,
          'x-real-ip': `198.51.100.${i}`,
        }
        await send(shop.shop.origin, 'POST', '/prod-api/api/check/createOrder', { headers, body })
      }
      const written = () =>
        shop.db.query<{ calls: number }>(sql`select bucket, sum(calls) as calls from rate_limits group by bucket`)
      await until(async () => (await written()).reduce((sum, row) => sum + row.calls, 0) >= 5, 'they are written')
      const counts = await written()
      expect(counts).toEqual([{ bucket: sha256('POST /api/check/createOrder\n127.0.0.1'), calls: 5 }])
    }))
})
