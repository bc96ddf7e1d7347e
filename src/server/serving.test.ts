// Whom a process that has nearly all the connections that it may have lets go, and whom it never does.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { boundConnections, type WhyRefused } from './serving.ts'

const MOST = 10
/** Its connections are anybody's. */
const PROXY = '127.0.0.1'
const LONG = 'x'.repeat(4_000_000)

let server: Server
/** What the server takes for the time, in milliseconds. */
let now: number
/** Requests that wait for the test to answer them, by address. */
const waiting = new Map<string, ServerResponse>()
const sockets: Socket[] = []
let refused: WhyRefused[]

/** A server that holds so many. */
async function serve(most: number): Promise<void> {
  now = 0
  server = createServer((req: IncomingMessage, res) => {
    if (req.url?.startsWith('/wait')) waiting.set(req.url, res)
    else res.end(req.url === '/long' ? LONG : 'answered')
  })
  refused = []
  boundConnections(server, most, {
    refused: (why) => refused.push(why),
    now: () => now,
    clientOf: ({ remoteAddress }) => (remoteAddress === PROXY ? undefined : remoteAddress),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}
async function end(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy()
  waiting.clear()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
beforeEach(() => serve(MOST))
afterEach(end)

const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))

/** A connection that the server has; `heard`: what came back until it was closed. */
async function open(say = '', localAddress = PROXY) {
  const taken = once(server, 'connection')
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress }).on(
    'error',
    () => {},
  )
  sockets.push(socket)
  const [theirs] = (await taken) as [Socket]
  let heard = ''
  let closed = false
  socket.on('data', (data) => (heard += data)).once('close', () => (closed = true))
  let sent = 0
  const send = async (text: string) => {
    sent += text.length
    socket.write(text)
    await until(() => theirs.bytesRead >= sent, 'it has come')
  }
  if (say) await send(say)
  return { socket, send, heard: () => heard, isClosed: () => closed }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`

/** So many more connections come, at once or so many milliseconds apart; each asks, and stays. */
async function crowd(count: number, apartMs: number) {
  for (let n = 0; n < count; n++) {
    now += apartMs
    const { heard } = await open(get('/'))
    await until(() => heard().includes('answered'), 'it is answered')
  }
}

test('those that say nothing make room, the longest silent first; who has just come does not', async () => {
  const [first, second] = [await open(), await open(get('/'))]
  await crowd(7, 0)
  expect([first.isClosed(), second.isClosed()]).toEqual([false, false])
  now += 1_001
  await open()
  await until(() => first.isClosed(), 'the first is closed')
  expect(second.isClosed()).toBe(false)
})

test('a request that is under way stays, also the second of two that came together', async () => {
  const one = await open(get('/wait'))
  const two = await open(get('/wait/a') + get('/wait/b'))
  await until(() => waiting.size === 3, 'all have come')
  waiting.get('/wait/a')!.end('first')
  await until(() => two.heard().includes('first'), 'the first is answered')
  await crowd(15, 60_000)
  waiting.get('/wait')!.end('late')
  waiting.get('/wait/b')!.end('second')
  await until(() => one.heard().includes('late') && two.heard().includes('second'), 'both are answered')
})

test('half a head has five seconds, and then makes room, too', async () => {
  const slow = await open('GET /wait/slow HTTP/1.1\r\n')
  const stuck = await open('GET /stuck HTTP/1.1\r\n')
  for (let n = 0; n < 7; n++) await open(get(`/wait/${n}`))
  now = 4_999
  await open(get('/wait'))
  await until(() => waiting.size === 8, 'all have come')
  now = 9_998
  await slow.send('host: shop\r\n\r\n')
  await until(() => waiting.size === 9, 'it has its head')
  expect(stuck.isClosed()).toBe(false)
  now = 9_999
  await until(() => stuck.isClosed(), 'it is closed')
  waiting.get('/wait/slow')!.end('late')
  await until(() => slow.heard().includes('late'), 'it is answered')
  expect(stuck.heard()).toBe('')
})

test('who was idle for long has as much time for the head of his next request', async () => {
  const kept = await open(get('/'))
  await until(() => kept.heard().includes('answered'), 'it is answered')
  now = 60_000
  await kept.send('GET /next HTTP/1.1\r\n')
  for (let n = 0; n < 9; n++) await open(get(`/wait/${n}`))
  await until(() => waiting.size === 9, 'all have come')
  now += 4_999
  await kept.send('host: shop\r\n\r\n')
  await until(() => kept.heard().split('answered').length === 3, 'it is answered again')
})

test('an answer that is read slowly comes whole', async () => {
  const slow = await open()
  slow.socket.pause()
  slow.socket.write(get('/long'))
  await crowd(15, 60_000)
  slow.socket.resume()
  await until(() => slow.heard().length > LONG.length, 'all of it has come')
})

test('where requests are under way on all, what comes beyond is refused and counted; one that ends leaves a place', async () => {
  for (let n = 0; n < MOST; n++) await open(get(`/wait/${n}`))
  await until(() => waiting.size === MOST, 'all have come')
  now += 60_000
  const dropped = once(server, 'drop')
  const beyond = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await Promise.all([dropped, once(beyond.resume(), 'close')])
  waiting.get('/wait/0')!.end('answered')
  await until(() => sockets[0]!.bytesRead > 0, 'it is answered')
  now += 1_001
  await until(() => sockets[0]!.closed, 'it makes room')
  await crowd(1, 0)
  expect(refused).toEqual(['all'])
})

describe('once half of all are open', () => {
  const [ONE, OTHER] = ['127.0.0.2', '127.0.0.3']
  const SHARE = 20
  beforeEach(async () => {
    await end()
    await serve(40)
  })

  /** One has his share, and others the rest of a half; on each of them a request is under way. */
  async function half() {
    const his: Awaited<ReturnType<typeof open>>[] = []
    for (let n = 0; n < SHARE; n++) his.push(await open(get(`/wait/${n}`), ONE))
    await open(get('/wait/other'))
    return his
  }
  const served = async (address: string) => {
    const one = await open(get('/'), address)
    await until(() => one.heard().includes('answered'), 'it is served')
    return one
  }

  test('whoever has his share gets no more, whatever he asks; others do', async () => {
    const his = await half()
    // One that is idle is somebody else's.
    const theirs = await served(OTHER)
    now += 60_000
    const more = await open('', ONE)
    await until(() => more.isClosed(), 'it is refused')
    expect(refused).toEqual(['client'])
    await served(OTHER)
    expect([...his, theirs].map(({ isClosed }) => isClosed())).not.toContain(true)
    his[0]!.socket.destroy()
    await until(async () => (await count()) === SHARE + 2, 'it is gone')
    await served(ONE)
  })

  test('whoever has his share gets one more in place of his own that is idle, and of nobody else’s', async () => {
    const theirs = await served(OTHER)
    const idle = await served(ONE)
    for (let n = 1; n < SHARE; n++) await open(get(`/wait/${n}`), ONE)
    const early = await open('', ONE)
    await until(() => early.isClosed(), 'his other is not idle yet')
    now += 1_001
    await served(ONE)
    expect([idle.isClosed(), theirs.isClosed(), refused]).toEqual([true, false, ['client']])
  })
})

test('ten who take all that they may leave others a place: in the last tenth nobody gets more than twenty', async () => {
  await end()
  const [most, share] = [250, 25]
  await serve(most)
  let asked = 0
  const askFor = (address: string) => open(get(`/wait/${++asked}`), address)
  for (let client = 2; client <= 10; client++) for (let n = 0; n < share; n++) await askFor(`127.0.0.${client}`)
  for (let n = 0; n < 20; n++) await askFor('127.0.0.11')
  expect([await count(), refused]).toEqual([245, []])
  for (const client of [2, 11]) {
    const more = await open('', `127.0.0.${client}`)
    await until(() => more.isClosed(), 'it is refused')
  }
  expect(refused).toEqual(['client', 'client'])
  const visitor = await open(get('/'), '127.0.0.12')
  await until(() => visitor.heard().includes('answered'), 'somebody else is served')
})
