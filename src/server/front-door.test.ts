// Whom the shop's port lets go although his request is under way, what becomes of an answer that fails, and of a file whose sender is
// refused.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import type { Responder } from '#platform/room.ts'
import { until } from '#platform/testing.ts'
import { createFrontDoor, type FrontDoorOptions } from './front-door.ts'

/** More than the buffers between two sockets hold. */
const BIG = 24_000_000

let server: Server
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function ask(): Promise<{ socket: Socket; theirs: Socket }> {
  const taken = once(server, 'connection')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  const [theirs] = (await taken) as [Socket]
  socket.write('GET /big HTTP/1.1\r\nhost: shop\r\n\r\n')
  return { socket, theirs }
}

async function serve(answer: Responder['answer'], log = createLog('silent'), api?: FrontDoorOptions['api']) {
  const options = {
    api,
    origin: { within: (_: unknown, then: () => void) => then() },
    addressOf: () => '127.0.0.1',
    countryOf: () => undefined,
    responders: [{ prefix: '/big', answer }],
    securityHeaders: {},
    log,
  } as unknown as FrontDoorOptions
  server = createFrontDoor(options, 5_000)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

test('what a room cannot answer is told to the log, and to whoever asks that it went wrong', async () => {
  const lines: string[] = []
  const fails = async () => {
    throw new Error('broken on purpose')
  }
  await serve(fails, createLog('error', { write: (line) => void lines.push(line) }))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/big`)
  expect([answer.status, await answer.text()]).toEqual([500, 'Something went wrong\n'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'an answer failed', prefix: '/big', err: { message: 'broken on purpose' } },
  ])
})

test('who asks and reads no answer holds his connection for so long and no longer; who reads gets all of it', async () => {
  await serve(async () => new Response(new Uint8Array(BIG)))
  const silent = await ask()
  const reader = await ask()
  let read = 0
  reader.socket.on('data', ({ length }) => {
    read += length
  })
  await until(() => read > BIG, 'all of it has come', 30_000)
  await until(() => silent.theirs.destroyed, 'the other one is let go', 30_000)
  expect(silent.theirs.bytesWritten).toBeGreaterThan(0)
  expect(silent.socket.bytesRead).toBeLessThan(BIG)
})

test.each([401, 403, 429])('a file that nobody reads is let in before its sender is told %i', async (status) => {
  const refuses = async () => Response.json({ msg: 'error.refused' }, { status })
  await serve(async () => undefined, undefined, refuses)
  const { port } = server.address() as AddressInfo
  const asked = async () => (await fetch(`http://127.0.0.1:${port}/prod-api/other`)).status
  const file = Buffer.alloc(5_000_000)
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  let heard = ''
  socket.on('data', (data) => (heard += data))
  const head = `POST /prod-api/files HTTP/1.1\r\nhost: shop\r\ncontent-length: ${file.length}\r\n\r\n`
  socket.write(head)
  // Piece by piece, as over a slow line: others ask and are answered meanwhile.
  for (let sent = 0; sent < file.length; sent += 1_000_000) {
    expect(await asked()).toBe(status)
    expect(heard).toBe('')
    await new Promise((resolve) => socket.write(file.subarray(sent, sent + 1_000_000), resolve))
  }
  await until(() => heard.includes('error.refused'), 'it is answered')
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  // And the connection is as good as before.
  heard = ''
  socket.write('GET /prod-api/other HTTP/1.1\r\nhost: shop\r\n\r\n')
  await until(() => heard.includes('error.refused'), 'the next is answered')
})

test('a body that is longer than any file, or of which nobody says how long it is, is not waited for', async () => {
  const refuses = async () => Response.json({ msg: 'error.refused' }, { status: 401 })
  await serve(async () => undefined, undefined, refuses)
  for (const said of ['content-length: 90000000', 'transfer-encoding: chunked']) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    let heard = ''
    socket.on('data', (data) => (heard += data))
    socket.write(`POST /prod-api/files HTTP/1.1\r\nhost: shop\r\n${said}\r\n\r\n`)
    await until(() => heard.includes('error.refused'), said)
  }
})
