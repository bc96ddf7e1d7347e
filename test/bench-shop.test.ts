// The bench measures the shop, not what its own reading does to it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { firstAddress } from '../bench/shop.ts'

test('a shop that the bench runs may say as much as it likes', async () => {
  const talk = `
    process.stdout.write('Latchkey is open at http://127.0.0.1:1\\n')
    process.stdin.once('data', () => process.stdout.write('x'.repeat(2_000_000), (error) => process.exit(error ? 1 : 0)))`
  const child = spawn(process.execPath, ['-e', talk], { stdio: ['pipe', 'pipe', 'ignore'] })
  expect(await firstAddress(child)).toBe('http://127.0.0.1:1')
  child.stdin.write('go on')
  expect(await once(child, 'exit')).toEqual([0, null])
})
