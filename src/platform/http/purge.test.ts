import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createPurge } from './purge.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A cache in front that answers with these statuses, then with 200. */
async function cacheInFront(...statuses: number[]) {
  const heard: { method: string; tags: string[]; authorization: string | undefined }[] = []
  const arrivals: (() => void)[] = []
  server = createServer((req, res) => {
    heard.push({
      method: req.method!,
      tags: String(req.headers['surrogate-key']).split(' '),
      authorization: req.headers.authorization,
    })
    for (const arrived of arrivals.splice(0)) arrived()
    res.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const until = async (count: number) => {
    while (heard.length < count) await new Promise<void>((resolve) => arrivals.push(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`, heard, until }
}

const log = createLog('silent')

test('what changes within a moment is told in one request, with the token', async () => {
  const { url, heard, until } = await cacheInFront()
  const purge = createPurge({ url, token: 'secret-of-the-cache', count: () => {}, log, gatherMs: 5 })
  for (let i = 0; i < 50; i++) purge.drop([`p:${i % 10}`, 'c:1'])
  await until(1)
  await purge.close()
  expect(heard).toEqual([
    {
      method: 'PURGE',
      tags: ['p:0', 'c:1', 'p:1', 'p:2', 'p:3', 'p:4', 'p:5', 'p:6', 'p:7', 'p:8', 'p:9'],
      authorization: 'Bearer secret-of-the-cache',
    },
  ])
})

test('a cache that fails is told again, with what came meanwhile, and every failure is counted', async () => {
  const { url, heard, until } = await cacheInFront(503, 500)
  const outcomes: string[] = []
  const purge = createPurge({ url, count: (how) => outcomes.push(how), log, gatherMs: 1, retryMs: [1] })
  purge.drop(['p:1'])
  await until(1)
  purge.drop(['p:2'])
  await until(3)
  await purge.close()
  expect(heard.at(-1)!.tags.sort()).toEqual(['p:1', 'p:2'])
  expect(outcomes.filter((how) => how === 'failed')).toHaveLength(2)
  expect(outcomes.at(-1)).toBe('sent')
})

test('more than 200 tags are everything, and so is “all”', async () => {
  const { url, heard, until } = await cacheInFront()
  const purge = createPurge({ url, count: () => {}, log, gatherMs: 1 })
  purge.drop(Array.from({ length: 5_000 }, (_, i) => `p:${i}`))
  await until(1)
  purge.drop(['p:1', 'all'])
  await until(2)
  await purge.close()
  expect(heard.map(({ tags }) => tags)).toEqual([['all'], ['all']])
})

test('a shop that ends does not wait for a cache that is gone', async () => {
  const { url } = await cacheInFront()
  server!.close()
  const purge = createPurge({ url, count: () => {}, log, gatherMs: 1, retryMs: [3_600_000] })
  purge.drop(['p:1'])
  await purge.close()
})
