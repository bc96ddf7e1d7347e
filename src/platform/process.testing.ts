// For tests: the shop as a process of its own.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { childEnv } from './child.testing.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Process {
  /** Resolves with the address once it says that it is open. */
  open: Promise<string>
  ended: Promise<{ code: number | null; out: string; err: string }>
  /** What stands in its log so far. */
  out(): string
  kill(signal: NodeJS.Signals): void
}

export function processes(dataDir: () => string) {
  function start(env: Record<string, string>, to: 'pipe' | number = 'pipe'): Process {
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: ROOT,
      env: {
        ...childEnv(),
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        DEMO: 'off',
        DATA_DIR: dataDir(),
        ...env,
      },
      stdio: ['ignore', to, 'pipe'],
    })
    let [out, err] = ['', '']
    const open = Promise.withResolvers<string>()
    open.promise.catch(() => {})
    child.stdout?.on('data', (chunk) => {
      out += chunk
      const origin = / is open at (\S+)/.exec(out)?.[1]
      if (origin) open.resolve(origin)
    })
    child.stderr!.on('data', (chunk) => {
      err += chunk
    })
    const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      child.once('close', (code) => {
        open.reject(new Error(`it ended with ${code}: ${err}`))
        resolve({ code, out, err })
      })
    })
    return { open: open.promise, ended, out: () => out, kill: (signal) => void child.kill(signal) }
  }

  /** It does not start, says why in exactly these lines, and ends with a failure. */
  async function expectRefusal(env: Record<string, string>, lines: (string | RegExp)[]) {
    const { code, out, err } = await start(env).ended
    const said = err.trimEnd().split('\n')
    expect(said).toEqual(
      lines.map((line) =>
        typeof line === 'string'
          ? `Latchkey cannot start: ${line}`
          : expect.stringMatching(new RegExp(`^Latchkey cannot start: ${line.source}`)),
      ),
    )
    expect(code).toBe(1)
    expect(out).toBe('')
  }

  return { start, expectRefusal }
}
