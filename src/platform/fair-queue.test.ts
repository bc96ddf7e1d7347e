import { expect, test } from 'vitest'
import { FairQueue, NobodyWaits, QueueFull } from './fair-queue.ts'

const OPTIONS = { atOnce: 2, atOncePerClient: 1, waiting: 10, waitingPerClient: 5 }

/** Works that end when the test says so, and the order in which they began. */
function works(queue: FairQueue) {
  const began: string[] = []
  const gates = new Map<string, () => void>()
  const add = (client: string, name: string, signal?: AbortSignal) =>
    queue.run(
      client,
      async () => {
        began.push(name)
        const { promise, resolve } = Promise.withResolvers<void>()
        gates.set(name, resolve)
        await promise
        return name
      },
      signal,
    )
  const end = async (name: string) => {
    gates.get(name)!()
    for (let i = 0; i < 5; i++) await Promise.resolve()
  }
  return { began, add, end }
}

test('who asks for much waits behind himself: another client is next, however late he came', async () => {
  const { began, add, end } = works(new FairQueue(OPTIONS))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name)
  expect(began).toEqual(['a1'])
  void add('b', 'b1')
  void add('c', 'c1')
  expect(began).toEqual(['a1', 'b1'])
  await end('a1')
  await end('b1')
  expect(began).toEqual(['a1', 'b1', 'a2', 'c1'])
  await end('c1')
  expect(began).toEqual(['a1', 'b1', 'a2', 'c1'])
  await end('a2')
  expect(began).toEqual(['a1', 'b1', 'a2', 'c1', 'a3'])
})

test('a line has an end: one client’s own, and that of all', async () => {
  const queue = new FairQueue({ ...OPTIONS, waiting: 6 })
  const { add } = works(queue)
  for (let i = 0; i < 6; i++) void add('a', `a${i}`)
  await expect(add('a', 'a6')).rejects.toMatchObject({ whose: 'client' })
  void add('b', 'b0')
  void add('b', 'b1')
  await expect(add('c', 'c0')).rejects.toMatchObject({ whose: 'all' })
  await expect(add('c', 'c1')).rejects.toBeInstanceOf(QueueFull)
  expect(queue.waiting).toBe(6)
})

test('what nobody waits for is never begun, and takes no place', async () => {
  const queue = new FairQueue(OPTIONS)
  const { began, add, end } = works(queue)
  void add('a', 'a1')
  const gone = new AbortController()
  const left = add('a', 'a2', gone.signal)
  void add('a', 'a3')
  gone.abort()
  await expect(left).rejects.toBeInstanceOf(NobodyWaits)
  expect(queue.waiting).toBe(1)
  await end('a1')
  expect(began).toEqual(['a1', 'a3'])
  await expect(add('a', 'a4', gone.signal)).rejects.toBeInstanceOf(NobodyWaits)
})

test('a work that fails gives its place to the next', async () => {
  const queue = new FairQueue({ ...OPTIONS, atOnce: 1 })
  const failing = queue.run('a', async () => Promise.reject(new Error('no')))
  const next = queue.run('b', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(queue.idle).toBe(true)
})
