// In a process of its own, whose console it is.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { childEnv } from './child.testing.ts'

const folder = new URL('./', import.meta.url).href

async function run(program: string) {
  const imports = `import { createLog } from '${folder}log.ts'\nimport { logConsole } from '${folder}log-console.ts'\n`
  const args = ['--input-type=module-typescript', '-e', `${imports}logConsole(createLog('info'))\n${program}`]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: childEnv() })
  return {
    lines: stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    stderr,
  }
}

test('what a library says on the console is a line of the log, and nothing stands beside it', async () => {
  const { lines, stderr } = await run(`
    console.trace(new Error('Connection terminated unexpectedly'))
    console.error('attempt %d of %d failed', 1, 3, Object.assign(new Error('it is away'), { code: '57P01', detail: 'Key (email)=(a@b)' }))
    console.error(new AggregateError([new Error('one')], 'all'), new Error('of two'))
    console.warn('options', { port: 5432, password: 'hidden1' })
    console.trace('from here')
    console.log('\\nsaid\\n  and said on')`)
  expect(stderr).toBe('')
  expect(lines).toMatchObject([
    {
      level: 50,
      console: 'trace',
      msg: 'Connection terminated unexpectedly',
      err: { message: 'Connection terminated unexpectedly', stack: expect.stringContaining('Error: Connection') },
    },
    { console: 'error', msg: 'attempt 1 of 3 failed it is away', err: { message: 'it is away', errorCode: '57P01' } },
    { msg: 'all of two', err: { errors: [{ message: 'all', errors: [{ message: 'one' }] }, { message: 'of two' }] } },
    { level: 40, msg: 'options {…}', said: [{ port: 5432 }] },
    { msg: 'from here', err: { message: 'from here', stack: expect.stringContaining('at ') } },
    { level: 30, console: 'log', msg: 'said ⏎ and said on' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/a@b|hidden1/)
})
