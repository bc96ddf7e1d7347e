// Answers of providers: how long they may be.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from './outgoing.ts'

const KILOBYTE = 'x'.repeat(1_024)
const server = createServer((asked, answer) => answer.end(KILOBYTE.repeat(Number(asked.url!.slice(1)))))
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => server.close())

const ask = (kilobytes: number) =>
  send({
    ...{ provider: 'stripe', protocol: 'http:', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    ...{ path: `/${kilobytes}`, method: 'GET', headers: {}, body: '', timeoutMs: 10_000 },
  })

test('a page of a list is read whole, and what is longer than any is not', async () => {
  expect((await ask(900)).body).toHaveLength(900 * 1_024)
  await expect(ask(5_000)).rejects.toMatchObject({ code: 'too_large' })
})
