// What a swarm of collectors costs the database: one look at a time, one a second.
import { afterEach, expect, test, vi } from 'vitest'
import { keptLook } from './kept-look.ts'
import { createMetrics } from './metrics.ts'

afterEach(() => void vi.useRealTimers())

test('ten thousand scrapes at once look once for what the database knows, also while it does not answer', async () => {
  // Within a second of the answer, however long it takes to look at ten thousand.
  vi.useFakeTimers({ toFake: ['performance'] })
  const metrics = createMetrics()
  let looks = 0
  const answer = Promise.withResolvers<number>()
  metrics.lookUp('latchkey_of_a_test', 'Of a test', () => {
    looks++
    return answer.promise
  })
  const figure = metrics.registry.getSingleMetric('latchkey_of_a_test')!
  const scrapes = Array.from({ length: 10_000 }, () => figure.get())
  expect(looks).toBe(1)
  answer.resolve(7)
  for (const { values } of await Promise.all(scrapes)) expect(values[0]!.value).toBe(7)
  await figure.get()
  expect(looks).toBe(1)
})

test('what was looked for is looked for again a second after its answer, not after its question, and so is what failed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let looks = 0
  const pending: PromiseWithResolvers<string>[] = []
  const look = keptLook(() => {
    looks++
    pending.push(Promise.withResolvers<string>())
    return pending.at(-1)!.promise
  })
  const first = look()
  vi.advanceTimersByTime(60_000)
  expect(look()).toBe(first)
  pending[0]!.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  vi.advanceTimersByTime(999)
  await expect(look()).rejects.toThrow('away')
  expect(looks).toBe(1)
  vi.advanceTimersByTime(2)
  const second = look()
  pending[1]!.resolve('there')
  expect(await second).toBe('there')
  expect(looks).toBe(2)
})
