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
    console.log('said\\nand said on')`)
  expect(stderr).toBe('')
  expect(lines).toMatchObject([
    {
      level: 40,
      console: 'trace',
      msg: 'an error on the console',
      err: { message: 'Connection terminated unexpectedly', stack: expect.stringContaining('Error: Connection') },
    },
    { console: 'error', msg: 'attempt 1 of 3 failed', err: { message: 'it is away', errorCode: '57P01' } },
    { console: 'log', msg: 'said' },
  ])
  expect(JSON.stringify(lines)).not.toContain('a@b')
})
