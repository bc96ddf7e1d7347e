// Files that anybody may ask for, as he likes: the process and its open files outlive it.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { builtFiles } from './built-files.ts'

const CONTENT = randomBytes(4_000_000).toString('base64')
let folder: string
let server: Server
beforeAll(async () => {
  folder = mkdtempSync(join(inject('dataDir'), 'built-'))
  for (const name of ['a.js', 'gone.js', 'b.js']) writeFileSync(join(folder, name), CONTENT)
  const files = builtFiles(folder, {})
  server = createServer((req, res) => files(req, res, () => res.writeHead(404).end()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => server.close())

const ask = (name: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    get({ host: '127.0.0.1', port, path: `/${name}`, headers, agent: false }, resolve).on('error', reject)
  })

test.each(['bytes=5-2', 'bytes=0-1', 'bytes=99999999-', 'bytes=-5', 'nonsense'])(
  'asked for the part %s, it is there as a whole',
  async (range) => {
    const answer = await ask('a.js', { range })
    expect(answer.statusCode).toBe(200)
    expect((await buffer(answer)).toString() === CONTENT).toBe(true)
  },
)

test('one that has been taken away since ends that request, and no other', async () => {
  rmSync(join(folder, 'gone.js'))
  const answer = await ask('gone.js')
    .then(buffer)
    .then(String, () => undefined)
  expect(answer).toBeUndefined()
  expect((await ask('b.js')).statusCode).toBe(200)
  expect((await ask('never-there.js')).statusCode).toBe(404)
})

test('whoever goes away in the middle leaves nothing open', async () => {
  const open = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === join(folder, 'a.js')
      } catch {
        return false
      }
    }).length
  const answer = await ask('a.js')
  await until(() => open() === 1, 'it is being read')
  answer.destroy()
  await until(() => open() === 0, 'it is closed')
})
