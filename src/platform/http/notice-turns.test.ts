// Bodies that anybody may send as bytes (notices of payment providers): bounded in time and number, and read only for whom
// there is somebody to take them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { EVERY_LANGUAGE } from '../i18n/locales.ts'
import { createLog } from '../log.ts'
import { defineContract } from './contract.ts'
import { notFound } from './errors.ts'
import { VISITOR } from './principal.ts'
import { serveCalls, serves } from './serve.ts'

const contract = defineContract({
  'POST /notify/{provider}': {
    ...{ summary: '', access: 'public', raw: true },
    params: z.object({ provider: z.string() }),
    data: z.null(),
  },
})
const refusals = {
  'POST /notify/{provider}': ({ provider }: Record<string, string>) => {
    if (provider !== 'known') throw notFound()
  },
}
const app = serveCalls([serves(contract, { 'POST /notify/{provider}': async () => null }, refusals)], {
  log: createLog('silent'),
  languages: () => EVERY_LANGUAGE,
  identify: async () => VISITOR,
  guards: {},
  guardHeaders: [],
  limit: async () => {},
  observe: () => {},
  suspicious: () => {},
})

let bodiesRead: number
beforeEach(() => {
  bodiesRead = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

async function send(address: string, body?: string, provider = 'known') {
  const stream = new ReadableStream(
    {
      pull(controller) {
        bodiesRead++
        if (body === undefined) return new Promise<void>(() => {})
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
  return (await app.fetch(new Request(`http://x/notify/${provider}`, init), { address })).status
}

test('whom nobody knows is refused before anything of it is read', async () => {
  expect(await send('203.0.113.9', undefined, 'nobody')).toBe(404)
  expect(bodiesRead).toBe(0)
})

test('a body that does not come in holds nothing for longer than ten seconds', async () => {
  const slow = send('203.0.113.9')
  while (bodiesRead === 0) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await slow).toBe(408)
})

test('so many come in at once, of one address fewer; a burst of a provider passes beside them, and a line has an end', async () => {
  const slow = Array.from({ length: 220 }, () => send('203.0.113.9'))
  const statuses = Promise.all(slow)
  const burst = await Promise.all(Array.from({ length: 200 }, () => send('198.51.100.1', '{}')))
  expect(burst).toEqual(Array(200).fill(200))
  expect(bodiesRead).toBe(8 + 200)
  for (let turn = 0; turn < 26; turn++) await vi.advanceTimersByTimeAsync(10_000)
  const counted = (status: number) => statuses.then((all) => all.filter((one) => one === status).length)
  expect([await counted(408), await counted(429)]).toEqual([208, 12])
})

test('twenty addresses that hold all they can keep a provider waiting, and never out', async () => {
  const slow = Array.from({ length: 20 * 200 }, (_, n) => send(`203.0.113.${n % 20}`))
  let answered = 0
  const notice = send('198.51.100.1', '{}').then((status) => {
    answered = status
  })
  for (let turn = 0; turn < 2; turn++) await vi.advanceTimersByTimeAsync(10_000)
  expect(answered).toBe(200)
  await notice
  for (let turn = 0; turn < 68; turn++) await vi.advanceTimersByTimeAsync(10_000)
  expect(new Set(await Promise.all(slow))).toEqual(new Set([408]))
})
