// How many connections a process holds: beyond its bound they are refused and counted, and its health is still told.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let figures: string
const sockets: Socket[] = []
beforeAll(async () => {
  const port = await freePort()
  shop = await openTestShop({ MOST_CONNECTIONS: '10', METRICS_PORT: String(port), WORKER: 'off' })
  figures = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await until(async () => (await figure('latchkey_connections')) === 0, 'none is open')
})
afterAll(() => shop.close())

async function open(at = shop.shop.address): Promise<Socket> {
  const { hostname, port } = new URL(at)
  const socket = connect(Number(port), hostname).on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** What it asks is under way for as long as its body does not come. */
const ASKING = 'POST /prod-api/api/pay/notify/stripe HTTP/1.1\r\nhost: shop\r\ncontent-length: 10\r\n\r\n'

/** What comes back; empty: the connection was closed. */
async function ask(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nhost: shop\r\n\r\n')
  return new Promise((resolve) => socket.once('data', (data) => resolve(`${data}`)).once('close', () => resolve('')))
}

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${figures}/metrics`)).text()
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
}

test('beyond the bound connections are refused and counted, and how the process is it says at its other port', async () => {
  for (let n = 0; n < 10; n++) (await open()).write(ASKING)
  await until(async () => (await figure('latchkey_connections')) === 10, 'they are open')
  expect(await ask(await open())).toBe('')
  expect(await figure('latchkey_connections_refused_total{why="all"}')).toBe(1)
  for (const [path, text] of [
    ['/healthz', 'alive'],
    ['/readyz', 'ready'],
  ]) {
    const answer = await fetch(figures + path)
    expect([answer.status, (await answer.text()).split('\n')[0]]).toEqual([200, text])
  }
  // One of them goes, and there is a place again.
  sockets[0]!.destroy()
  await until(async () => (await figure('latchkey_connections')) === 9, 'it is gone')
  expect(await ask(await open())).toContain('200 OK')
})

/** Whether it is closed by the other side; nothing is asked on it. */
function watched(socket: Socket) {
  const state = { isClosed: false }
  socket.once('close', () => {
    state.isClosed = true
  })
  socket.resume()
  return state
}

test('who holds all that METRICS_PORT takes keeps health from being told for a moment at most', async () => {
  const silent: ReturnType<typeof watched>[] = []
  for (let n = 0; n < 101; n++) silent.push(watched(await open(figures)))
  await until(() => silent.some(({ isClosed }) => isClosed), 'the one too many is closed')
  const isReady = async () => {
    const told = fetch(`${figures}/readyz`).then((answer) => answer.text())
    return (await told.catch(() => '')).startsWith('ready')
  }
  await until(isReady, 'those that say nothing have made room')
})

test('who sends METRICS_PORT half a head is closed within seconds, although there is room', async () => {
  const half = await open(figures)
  half.write('GET /healthz HTTP/1.1\r\nhost: sh')
  const state = watched(half)
  await until(() => state.isClosed, 'it is closed', 9_000)
}, 20_000)
