// How long the end of the process may take, and what its code says.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { END_MS, WRITTEN_MS } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import type { StopSignal } from '#platform/stop-signals.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { endShop } from './ending.ts'
import type { Shop } from './open-shop.ts'

describe('the end of a shop:', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  /** Of one that closes like this: how it ends first, with which code, and after how many seconds. */
  async function endOf(signal: StopSignal, drainSeconds: number, close: Shop['close']) {
    const ends: [how: string, code: number, after: number][] = []
    const began = Date.now()
    const note = (how: string) => (code: number) => void ends.push([how, code, (Date.now() - began) / 1_000])
    void endShop(signal, {
      opening: Promise.resolve({ close }),
      drainSeconds,
      log: createLog('silent'),
      exit: note('closed'),
      endNow: note('cut off'),
    })
    await vi.advanceTimersByTimeAsync(120_000)
    return ends
  }

  /** Jobs that take all of their time, and five seconds for what is closed when they have ended. */
  const slow =
    (drainSeconds: number): Shop['close'] =>
    async ({ drain = false } = {}) => {
      await pause((drain ? drainSeconds * 1_000 : 0) + END_MS + WRITTEN_MS + 5_000)
      return true
    }

  test.each([0, 5, 20])('jobs have all of their time, also after %i seconds to drain', async (seconds) => {
    expect(await endOf('SIGTERM', seconds, slow(seconds))).toEqual([['closed', 0, seconds + 27]])
    expect(await endOf('SIGINT', seconds, slow(seconds))).toEqual([['closed', 0, 27]])
  })

  test('what hangs is cut off 28 seconds after it drained, and that is a failure', async () => {
    const hanging = () => new Promise<boolean>(() => {})
    expect(await endOf('SIGTERM', 20, hanging)).toEqual([['cut off', 1, 48]])
    expect(await endOf('SIGINT', 20, hanging)).toEqual([['cut off', 1, 28]])
  })
})

test('what could not be closed stands in the log, and the code is 1', async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(inject('dataDir'), 'ending-'))
  const journal = join(folder, 'second')
  const env = { HOST: '127.0.0.1', PORT: '0', DEMO: 'off', DATA_DIR: join(folder, 'data'), JOURNAL_DIR: journal }
  const shop = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...childEnv(), ...env, NODE_ENV: 'production', DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => shop.once('close', resolve))
  let said = ''
  shop.stdout.on('data', (chunk) => (said += chunk))
  try {
    await until(() => said.includes(' is open at '), 'it is open', 60_000)
    // The journal cannot be ended there.
    await rm(journal, { recursive: true })
    await writeFile(journal, '')
  } finally {
    shop.kill('SIGTERM')
  }
  expect(await ended).toBe(1)
  expect(said).toContain('"closing failed"')
  await database.drop()
  await rm(folder, { recursive: true })
}, 90_000)
