// What may happen a thousand times a minute is logged once a minute.
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { logSeldom } from './log-seldom.ts'

afterEach(() => void vi.useRealTimers())

test('a clock that is set back by an hour silences nothing for an hour', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] })
  const lines: string[] = []
  const warn = logSeldom(createLog('warn', { write: (line) => void lines.push(JSON.parse(line).msg) }))
  warn('disk', {}, 'first')
  vi.setSystemTime(Date.now() - 3_600_000)
  warn('disk', {}, 'too soon')
  vi.advanceTimersByTime(61_000)
  warn('disk', {}, 'a minute later')
  expect(lines).toEqual(['first', 'a minute later'])
})
