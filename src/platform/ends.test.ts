// What could not be ended, of several things: all of it is told.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endInTurn, endTogether } from './ends.ts'
import { createLog } from './log.ts'

const failing = (reason: string) => async () => {
  throw new Error(reason)
}

test.each([
  ['at once', endTogether],
  ['one after the other', endInTurn],
])('of things that end %s each has its end, and the log tells of every failure', async (_, end) => {
  let ended = 0
  const count = async () => void ended++
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  await end([failing('the disk is full'), count, failing('the server is gone'), count]).catch((err) =>
    log.error({ err }, 'closing failed'),
  )
  expect(ended).toBe(2)
  const { type, errors } = JSON.parse(lines[0]!).err
  expect([type, errors.map(({ message }: Error) => message)]).toEqual([
    'AggregateError',
    ['the disk is full', 'the server is gone'],
  ])
})

test('what ends in turn waits for the end of the one before it, also for one that fails; what ends together waits for none', async () => {
  const orderOf = async (end: typeof endInTurn) => {
    const told: string[] = []
    const slow = async () => {
      told.push('the first begins')
      await setImmediate()
      told.push('the first ends')
      throw new Error('the disk is full')
    }
    await end([slow, async () => void told.push('the second')]).catch(() => {})
    return told
  }
  expect(await orderOf(endInTurn)).toEqual(['the first begins', 'the first ends', 'the second'])
  expect(await orderOf(endTogether)).toEqual(['the first begins', 'the second', 'the first ends'])
})

test('one failure alone is told as it is', async () => {
  await expect(endTogether([failing('the disk is full')])).rejects.toThrow(new Error('the disk is full'))
})
