// A command whose output nobody takes: a full disk, a reader who has gone.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { childEnv } from './child.testing.ts'

const CLI = fileURLToPath(new URL('../rooms/backup/cli.ts', import.meta.url))

async function ended(to: { stdout: 'pipe' | number; stderr?: 'pipe' | number; isRead?: boolean }) {
  const { stdout, stderr = 'pipe', isRead = true } = to
  const child = spawn(process.execPath, [CLI, 'backup', '--help'], {
    env: childEnv(),
    stdio: ['ignore', stdout, stderr],
  })
  if (!isRead) child.stdout?.destroy()
  let err = ''
  child.stderr?.on('data', (chunk) => (err += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, err }
}

test('what finds no room on the disk is one sentence and a failure', async () => {
  const full = openSync('/dev/full', 'w')
  const words = 'backup: what it has to say could not be written: the disk is full\n'
  expect(await ended({ stdout: full })).toEqual({ code: 1, err: words })
  expect(await ended({ stdout: full, stderr: full })).toEqual({ code: 1, err: '' })
  closeSync(full)
})

test('a reader who stops early is no failure', async () => {
  expect(await ended({ stdout: 'pipe', isRead: false })).toEqual({ code: 0, err: '' })
})
