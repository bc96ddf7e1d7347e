// What could not be ended, of several things: all of it is told.
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

test('one failure alone is told as it is', async () => {
  await expect(endTogether([failing('the disk is full')])).rejects.toThrow(new Error('the disk is full'))
})
