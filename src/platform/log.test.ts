// Standard output as the shop meets it: full, closed, slow. Each in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { childEnv } from './child.testing.ts'

const LOG = new URL('./log.ts', import.meta.url).href

/** It logs what it is told, answers, and ends by itself, with a code of its own. */
const PROGRAM = `
  import { createLog, standardOutput } from '${LOG}'
  const log = createLog('info', typeof mostWaitMs === 'number' ? standardOutput(mostWaitMs) : undefined)
  process.on('message', ({ length, end }) => {
    if (end) {
      process.exitCode = 7
      log.info('the last line')
      process.disconnect()
      return
    }
    log.info('x'.repeat(length))
    process.send('logged')
  })
  process.send('begun')`

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function begin(out: 'pipe' | number, before = '') {
  const args = ['--input-type=module-typescript', '-e', before + PROGRAM]
  const child = spawn(process.execPath, args, { env: childEnv(), stdio: ['ignore', out, 'pipe', 'ipc'] })
  children.push(child)
  let complaints = ''
  child.stderr!.setEncoding('utf8').on('data', (chunk) => {
    complaints += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, complaints }))
  const answer = async () => (await Promise.race([once(child, 'message'), ended.then((end) => [end])]))[0]
  expect(await answer()).toBe('begun')
  const log = (length: number) => {
    child.send({ length })
    return answer()
  }
  const end = () => {
    child.send({ end: true })
    return ended
  }
  return { out: child.stdout as Readable, log, end }
}

async function expectItLives({ log, end }: Awaited<ReturnType<typeof begin>>) {
  for (let i = 0; i < 3; i++) expect(await log(10)).toBe('logged')
  expect(await end()).toEqual({ code: 7, complaints: '' })
}

test('a shop whose log has no room on the disk serves, and ends when it shall', async () => {
  const full = openSync('/dev/full', 'w')
  const program = begin(full)
  closeSync(full)
  await expectItLives(await program)
})

test('a shop whose log nobody reads any more serves, and ends when it shall', async () => {
  const program = await begin('pipe')
  program.out.destroy()
  await once(program.out, 'close')
  await expectItLives(program)
})

/** What `process.stdout` does to a pipe when it is first asked for: from then on it takes what it has room for, and no more. */
const WITHOUT_WAITING = 'process.stdout;'

test.each([
  ['that waits for room', ''],
  ['that does not wait', `${WITHOUT_WAITING} var mostWaitMs = 60_000;`],
])('lines of a megabyte come whole through a pipe %s, however slowly they are read', async (_, before) => {
  const { out, log, end } = await begin('pipe', before)
  const ended = Promise.all([log(1_000_000), log(1_000_000)]).then(end)
  let text = ''
  for await (const chunk of out.setEncoding('utf8')) {
    text += chunk
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(await ended).toEqual({ code: 7, complaints: '' })
  expect(messagesOf(linesOf(text)).map(({ length }) => length)).toEqual([1_000_000, 1_000_000, 'the last line'.length])
})

test('a reader that stands still loses lines and holds nobody up; what is logged afterwards begins a line', async () => {
  const { out, log, end } = await begin('pipe', WITHOUT_WAITING)
  // More than the pipe and this process's own buffer hold.
  for (let i = 0; i < 3; i++) expect(await log(1_000_000)).toBe('logged')
  let text = ''
  out.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const short = `"msg":"${'x'.repeat(10)}"}`
  await expect
    .poll(async () => {
      await log(10)
      return text.includes(short)
    })
    .toBe(true)
  expect(await end()).toEqual({ code: 7, complaints: '' })
  const lines = linesOf(text)
  const first = lines.findIndex((line) => line.endsWith(short))
  expect(first).toBeGreaterThan(0)
  expect(messagesOf(lines.slice(first))).toEqual([...lines.slice(first, -1).map(() => 'x'.repeat(10)), 'the last line'])
})

const linesOf = (text: string) => text.trimEnd().split('\n')
const messagesOf = (lines: string[]) => lines.map((line): string => JSON.parse(line).msg)
