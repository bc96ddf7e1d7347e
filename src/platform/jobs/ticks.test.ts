import { afterEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { until } from '../testing.ts'
import { startTicks, type Ticks } from './ticks.ts'

let ticks: Ticks | undefined
afterEach(() => ticks?.stop())

test('a tick that fails is known until it goes well, since when it has failed; others go on', async () => {
  let [isBroken, runs, others] = [true, 0, 0]
  async function run() {
    runs++
    if (isBroken) throw new Error('broken on purpose')
  }
  const all = [
    { name: 'fails', everyMs: 1, run },
    { name: 'goes well', everyMs: 1, run: async () => void others++ },
  ]
  ticks = startTicks(all, createLog('silent'))
  const failing = () => ticks!.failing()
  await until(() => runs > 2 && others > 2, 'both ran')
  const [first, ...more] = failing()
  expect([first?.name, more]).toEqual(['fails', []])
  const before = runs
  await until(() => runs > before + 2, 'it fails again')
  expect(failing()[0]!.since).toEqual(first!.since)
  expect(failing()[0]!.lastAt.getTime()).toBeGreaterThanOrEqual(first!.lastAt.getTime())
  isBroken = false
  await until(() => failing().length === 0, 'it goes well')
})
