import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDelivery } from './webhook-delivery.ts'

let receiver: Server | undefined
afterEach(() => receiver?.close())

/** A receiver that gives these answers in turn, then 200; null breaks the connection. */
async function receive(answers: (number | null)[]) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      const status = answers.length > 0 ? answers.shift() : 200
      if (status === null) response.socket!.resetAndDestroy()
      else response.writeHead(status!, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  receiver = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies }
}

test('is repeated until somebody answers 2xx, signed anew each time', async () => {
  const { url, bodies } = await receive([500, null, 302, 404])
  const delivery = createDelivery([0, 0, 0, 0, 0, 0])
  let tries = 0
  delivery.send(() => ({ url, body: `try ${++tries}`, headers: {} }))
  await delivery.idle()
  expect(bodies).toEqual(['try 1', 'try 2', 'try 3', 'try 4', 'try 5'])
  expect(delivery.counts).toEqual({ sent: 1, failed: 4, givenUp: 0 })
  delivery.close()
})

test('is given up after the last delay', async () => {
  const delivery = createDelivery([0, 0])
  delivery.send(() => ({ url: 'http://127.0.0.1:1/', body: '', headers: {} }))
  delivery.send(() => ({ url: 'no address', body: '', headers: {} }))
  await delivery.idle()
  expect(delivery.counts).toEqual({ sent: 0, failed: 6, givenUp: 2 })
  delivery.close()
})

test('ends with the simulator, whatever is still waiting', async () => {
  const { url, bodies } = await receive([500])
  const delivery = createDelivery([3_600_000])
  delivery.send(() => ({ url, body: 'x', headers: {} }))
  await expect.poll(() => delivery.counts.failed).toBe(1)
  delivery.close()
  await delivery.idle()
  expect(bodies).toHaveLength(1)
})
