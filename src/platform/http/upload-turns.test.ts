// Whose files come in when: slow senders keep nobody from sending for long, and employees not at all.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { EVERY_LANGUAGE } from '../i18n/locales.ts'
import { createLog } from '../log.ts'
import { defineContract } from './contract.ts'
import { VISITOR } from './principal.ts'
import { serveCalls, serves } from './serve.ts'
import { FILE_MS } from './upload.ts'

const upload = { summary: '', file: { maxBytes: 100 }, data: z.string() } as const
const app = serveCalls(
  [
    serves(
      defineContract({
        'POST /file': { ...upload, access: 'public' },
        'POST /office/file': { ...upload, access: 'staff' },
      }),
      {
        'POST /file': async ({ body }) => body.name,
        'POST /office/file': async ({ body }) => body.name,
      },
    ),
  ],
  {
    log: createLog('silent'),
    languages: () => EVERY_LANGUAGE,
    identify: async (kind) =>
      kind === 'member'
        ? VISITOR
        : {
            kind: 'staff',
            staffId: 'ada',
            email: 'ada@example.com',
            sessionId: 's',
            provedSecondsAgo: 0,
            permissions: new Set(),
            isDemo: false,
          },
    guards: {},
    guardHeaders: [],
    limit: async () => {},
    observe: () => {},
    suspicious: () => {},
  },
)

const FORM = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n'

/** `isRead`: it is its turn. */
function send(path: string, address: string, body: string | undefined, signal?: AbortSignal) {
  const begun = Promise.withResolvers<void>()
  const stream = new ReadableStream(
    {
      pull(controller) {
        begun.resolve()
        if (body === undefined) return new Promise(() => {})
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    signal,
  }
  const answer = app.fetch(new Request(`http://x${path}`, init as RequestInit), { address }) as Promise<Response>
  return { answer, isRead: begun.promise }
}

/** Two slow bodies of each of these senders, whose turn it is. */
async function sendSlowly(...addresses: string[]) {
  const slow = addresses.flatMap((address) => [1, 2].map(() => send('/file', address, undefined)))
  await Promise.all(slow.map(({ isRead }) => isRead))
  return slow
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a body that does not come in within twenty seconds is refused, and who waited has its place', async () => {
  const slow = await sendSlowly('a', 'b', 'c')
  const waiting = send('/file', 'd', FORM)
  await vi.advanceTimersByTimeAsync(FILE_MS)
  for (const { answer } of slow) {
    expect((await answer).status).toBe(408)
    expect(await (await answer).json()).toMatchObject({ msg: 'error.tooSlow' })
  }
  expect(await (await waiting.answer).json()).toMatchObject({ data: 'a.txt' })
})

test('employees send files while slow senders have all the others’ places', async () => {
  const slow = await sendSlowly('a', 'b', 'c')
  expect((await send('/office/file', 'e', FORM).answer).status).toBe(200)
  await vi.advanceTimersByTimeAsync(FILE_MS)
  await Promise.all(slow.map(({ answer }) => answer))
})

test('who finds no place is told whether it is his own line that is full or everybody’s, and to come again', async () => {
  const slow = await sendSlowly('a', 'b', 'c')
  const leaver = new AbortController()
  const inLine = (sender: string) =>
    Array.from({ length: 8 }, () => send('/file', sender, undefined, leaver.signal).answer)
  const waiting = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap(inLine)
  const refusal = async (sender: string) => {
    const answer = await send('/file', sender, FORM).answer
    return [answer.status, answer.headers.get('retry-after'), (await answer.json()).msg]
  }
  expect(await refusal('a')).toEqual([429, '5', 'error.tooMany'])
  waiting.push(...inLine('h').slice(0, 4))
  expect(await refusal('i')).toEqual([503, '5', 'error.unavailable'])
  expect(await refusal('a')).toEqual([429, '5', 'error.tooMany'])
  leaver.abort()
  await Promise.all(waiting)
  await vi.advanceTimersByTimeAsync(FILE_MS)
  await Promise.all(slow.map(({ answer }) => answer))
})

test('who goes away while he waits for his turn waits no more', async () => {
  const slow = await sendSlowly('a')
  const leaver = new AbortController()
  const { answer } = send('/file', 'a', FORM, leaver.signal)
  leaver.abort()
  expect((await answer).status).toBe(400)
  await vi.advanceTimersByTimeAsync(FILE_MS)
  await Promise.all(slow.map((each) => each.answer))
})
